import { useMutation, useQuery } from '@tanstack/react-query'
import type { MutableTopic } from '#features/notices/rules.ts'
import { mutedNoticesQuery, muteNoticesMutation } from '#features/notices/web/muted-queries.ts'
import { mutableWords } from '#features/notices/web/text.ts'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Choice of notices; each change is saved at once. */
export function MutedCard() {
  const query = useQuery(mutedNoticesQuery)
  // With an onboarding step still due, which other screens announce, there is nothing to choose yet.
  if (query.error instanceof ApiProblem && query.error.problem.status === 403) return null
  return (
    <Card aria-labelledby="muted-title">
      <CardHeader
        id="muted-title"
        title="Notificaciones"
        note="Lo que espera por ti se avisa siempre: aprobar, corregir, ejecutar y los cambios de cuenta."
      />
      <Loaded query={query} skeleton={<MutedSkeleton />}>
        {choice => <Topics {...choice} />}
      </Loaded>
    </Card>
  )
}

type TopicsProps = { muted: readonly MutableTopic[]; offered: readonly MutableTopic[] }

function Topics({ muted, offered }: TopicsProps) {
  const { mutate, isPending, variables, error } = useMutation(muteNoticesMutation)
  // Optimistic: shows the choice while it is being saved.
  const shown = isPending ? variables : muted
  const choose = (topic: MutableTopic, isWanted: boolean) =>
    mutate(isWanted ? shown.filter(one => one !== topic) : [...shown, topic])
  return (
    <CardBody className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {offered.map(topic => (
        <Checkbox
          key={topic}
          label={mutableWords[topic]}
          checked={!shown.includes(topic)}
          disabled={isPending}
          onChange={event => choose(topic, event.target.checked)}
        />
      ))}
      <div className="sm:col-span-2">
        <FormFailure message={error && failureMessage(error)} />
      </div>
    </CardBody>
  )
}

function MutedSkeleton() {
  return (
    <div role="status" aria-label="Cargando tus notificaciones" className="p-4 sm:p-5">
      <Skeleton className="h-28 w-full" />
    </div>
  )
}
