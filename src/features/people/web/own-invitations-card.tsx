import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import {
  acceptInvitation,
  listOwnInvitations,
  type OwnInvitationWire,
  refuseInvitation,
} from '#features/people/wire/invitations.ts'
import { roleLabel } from '#kernel/actor.ts'
import { refusalText } from '#ui/action-link.tsx'
import { call, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { queryClient } from '#ui/query-client.ts'
import { notify } from '#ui/toast.ts'

// The query is not in `queries.ts`, because every profile loads this card, and most load no list of people.
const ownInvitationsQuery = queryOptions({
  queryKey: ['invitations', 'own'],
  queryFn: async ({ signal }) => (await call(listOwnInvitations, { signal })).items,
})

const invitationsChanged = () => void queryClient.invalidateQueries({ queryKey: ['invitations'] })

const acceptInvitationMutation = mutationOptions({
  mutationFn: (invitationId: string) => call(acceptInvitation, { params: { invitationId } }),
  onSettled: invitationsChanged,
})

const refuseInvitationMutation = mutationOptions({
  mutationFn: (invitationId: string) => call(refuseInvitation, { params: { invitationId } }),
  onSettled: invitationsChanged,
})

/** `onJoined`: called when the person has become a member. */
type OwnInvitationsProps = { onJoined: (company: { companyId: string; companyName: string }) => void }

/** Card of the person's own invitations. Renders nothing when there are none. */
export function OwnInvitationsCard({ onJoined }: OwnInvitationsProps) {
  const { data: invitations = [] } = useQuery(ownInvitationsQuery)
  if (invitations.length === 0) return null
  return (
    <Card>
      <CardHeader title="Te han invitado" note="Nada de tu cuenta cambia si no aceptas" />
      <CardBody>
        <ul aria-label="Invitaciones para ti" className="grid grid-cols-1 divide-y rounded-lg border">
          {invitations.map(invitation => (
            <OwnInvitation key={invitation.id} invitation={invitation} onJoined={onJoined} />
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function OwnInvitation({ invitation, onJoined }: OwnInvitationsProps & { invitation: OwnInvitationWire }) {
  const { id, companyName, invitedByName, role, expiresAt, can } = invitation
  const accept = useMutation(acceptInvitationMutation)
  const refuse = useMutation(refuseInvitationMutation)
  const refusal = refusalText(can.accept)
  const failed = (error: Error) =>
    notify.error('No se ha podido responder', { description: failureMessage(error) })
  return (
    <li className="grid grid-cols-1 gap-2 px-3 py-3 text-left">
      <div>
        <p className="font-medium">{companyName}</p>
        <p className="text-ink-faint text-xs">
          {invitedByName} te invita como {roleLabel[role]}. Caduca: <Instant value={expiresAt} />
        </p>
      </div>
      {refusal !== null && <p className="text-caution text-sm">{refusal}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          busy={accept.isPending}
          refusal={refusal}
          aria-label={`Aceptar la invitación de ${companyName}`}
          onClick={() => accept.mutate(id, { onSuccess: onJoined, onError: failed })}
        >
          Aceptar
        </Button>
        <Button
          size="sm"
          busy={refuse.isPending}
          aria-label={`Rechazar la invitación de ${companyName}`}
          onClick={() =>
            refuse.mutate(id, {
              onSuccess: () => notify.success(`Invitación de ${companyName} rechazada`),
              onError: failed,
            })
          }
        >
          Rechazar
        </Button>
      </div>
    </li>
  )
}
