import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  acceptInvitation,
  listInvitations,
  listOwnInvitations,
  refuseInvitation,
  resendInvitation,
  revokeInvitation,
} from '#features/people/wire/invitations.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

const invitationsChanged = () => void queryClient.invalidateQueries({ queryKey: ['invitations'] })

export const invitationsQuery = queryOptions({
  queryKey: ['invitations', 'sent'],
  queryFn: async ({ signal }) => (await call(listInvitations, { signal })).items,
})

export const ownInvitationsQuery = queryOptions({
  queryKey: ['invitations', 'own'],
  queryFn: async ({ signal }) => (await call(listOwnInvitations, { signal })).items,
})

export const resendInvitationMutation = mutationOptions({
  mutationFn: ({ invitationId, key }: { invitationId: string; key: string }) =>
    call(resendInvitation, { params: { invitationId }, idempotencyKey: key }),
  onSettled: invitationsChanged,
})

export const revokeInvitationMutation = mutationOptions({
  mutationFn: (invitationId: string) => call(revokeInvitation, { params: { invitationId } }),
  onSettled: invitationsChanged,
})

export const acceptInvitationMutation = mutationOptions({
  mutationFn: (invitationId: string) => call(acceptInvitation, { params: { invitationId } }),
  onSettled: invitationsChanged,
})

export const refuseInvitationMutation = mutationOptions({
  mutationFn: (invitationId: string) => call(refuseInvitation, { params: { invitationId } }),
  onSettled: invitationsChanged,
})
