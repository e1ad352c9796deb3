import { useMutation, useQuery } from '@tanstack/react-query'
import { type MailKind, mailKindsFor } from '#features/notices/rules/reminders.ts'
import { mutedMailsQuery, muteMailsMutation } from '#features/notices/web/muted-queries.ts'
import { mailWords } from '#features/notices/web/text.ts'
import type { Role } from '#kernel/actor.ts'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Choice of mails about waiting orders and outcomes, of those that a role may get; each change is saved at once. */
export function MailsCard({ role }: { role: Role }) {
  const query = useQuery(mutedMailsQuery)
  // With an onboarding step still due, which other screens announce, there is nothing to choose yet.
  if (query.error instanceof ApiProblem && query.error.problem.status === 403) return null
  return (
    <Card aria-labelledby="mails-title">
      <CardHeader
        id="mails-title"
        title="Correos"
        note="Lo que espera por ti, y lo que ha sido de lo tuyo, se ve siempre en la aplicación; por correo, si quieres."
      />
      <Loaded query={query} skeleton={<MailsSkeleton />}>
        {({ muted }) => <Kinds kinds={mailKindsFor(role)} muted={muted} />}
      </Loaded>
    </Card>
  )
}

type KindsProps = { kinds: readonly MailKind[]; muted: readonly MailKind[] }

function Kinds({ kinds, muted }: KindsProps) {
  const { mutate, isPending, variables, error } = useMutation(muteMailsMutation)
  // Optimistic: shows the choice while it is being saved.
  const shown = isPending ? variables : muted
  const choose = (kind: MailKind, isWanted: boolean) =>
    mutate(isWanted ? shown.filter(one => one !== kind) : [...shown, kind])
  return (
    <CardBody className="grid grid-cols-1 gap-3">
      {kinds.map(kind => (
        <Checkbox
          key={kind}
          label={mailWords[kind]}
          checked={!shown.includes(kind)}
          disabled={isPending}
          onChange={event => choose(kind, event.target.checked)}
        />
      ))}
      <FormFailure message={error && failureMessage(error)} />
    </CardBody>
  )
}

function MailsSkeleton() {
  return (
    <div role="status" aria-label="Cargando tus correos" className="p-4 sm:p-5">
      <Skeleton className="h-14 w-full" />
    </div>
  )
}
