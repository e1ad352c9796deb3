import { useMutation, useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import {
  invitationsQuery,
  resendInvitationMutation,
  revokeInvitationMutation,
} from '#features/people/web/queries.ts'
import type { InvitationWire } from '#features/people/wire/invitations.ts'
import { roleLabel } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { notify } from '#ui/toast.ts'

/** Card of unanswered invitations, of one client when `clientId` is set. Renders nothing when there are none. */
export function InvitationsCard({ clientId }: { clientId?: string }) {
  const { data = [] } = useQuery(invitationsQuery)
  const invitations = data.filter(one => clientId === undefined || one.clientId === clientId)
  if (invitations.length === 0) return null
  return (
    <Card className="mb-4">
      <CardHeader
        title="Invitaciones pendientes"
        note="Entrarán en la empresa, y tomarán parte en los proyectos a los que las hayas invitado, cuando acepten"
      />
      <CardBody>
        <ul aria-label="Invitaciones pendientes" className="grid grid-cols-1 divide-y rounded-lg border">
          {invitations.map(invitation => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function InvitationRow({ invitation }: { invitation: InvitationWire }) {
  const { id, name, email, role, organisation, isExpired, invitedByName, createdAt, can } = invitation
  const resend = useMutation(resendInvitationMutation)
  const revoke = useMutation(revokeInvitationMutation)
  const failed = (error: Error) =>
    notify.error('No se ha podido hacer', { description: failureMessage(error) })
  const sendAgain = () =>
    resend.mutate(
      { invitationId: id, key: newId() },
      { onSuccess: () => notify.success(`Invitación enviada a ${email}`), onError: failed },
    )
  const takeBack = () =>
    revoke.mutate(id, { onSuccess: () => notify.success(`Invitación a ${email} retirada`), onError: failed })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{name}</span>
          {isExpired && (
            <Badge tone="caution" icon={<Clock aria-hidden="true" />}>
              Caducada
            </Badge>
          )}
        </p>
        <p className="break-words text-ink-faint text-xs">
          {[email, roleLabel[role], organisation].filter(Boolean).join(' · ')}
        </p>
        <p className="text-ink-faint text-xs">
          Invitada por {invitedByName}, <Instant value={createdAt} />
        </p>
      </div>
      <Button
        size="sm"
        busy={resend.isPending}
        refusal={refusalText(can.resend)}
        aria-label={`Reenviar la invitación a ${name}`}
        onClick={sendAgain}
      >
        Reenviar
      </Button>
      <Button
        size="sm"
        variant="quiet"
        busy={revoke.isPending}
        refusal={refusalText(can.revoke)}
        aria-label={`Retirar la invitación a ${name}`}
        onClick={takeBack}
      >
        Retirar
      </Button>
    </li>
  )
}
