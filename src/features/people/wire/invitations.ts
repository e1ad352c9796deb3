/** Wire of invitations, as their inviter and as the invited person see them. */
import { z } from 'zod'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, UuidWire } from '#kernel/wire.ts'

/** An invitation as its inviter sees it: the invitation's own data, and none of the account's. */
export const InvitationWire = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Name of the client or provider to which the person will belong. */
  organisation: z.string().nullable(),
  /** The client of an invited client user. */
  clientId: z.string().nullable(),
  invitedByName: z.string(),
  createdAt: InstantWire,
  expiresAt: InstantWire,
  isExpired: z.boolean(),
  can: z.object({ resend: AbilityWire, revoke: AbilityWire }),
})
export type InvitationWire = z.infer<typeof InvitationWire>

/** Maximum number of invitations in a list. */
export const maxInvitations = 200

export const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/invitations',
  summary:
    'Invitations into the company that nobody has answered yet, the newest first. For a client, of its own users.',
  response: z.object({ items: z.array(InvitationWire) }),
})

const InvitationParams = z.object({ invitationId: UuidWire })

export const resendInvitation = endpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/api/invitations/:invitationId/mail',
  summary: 'Sends the invitation once more, good for another week; the earlier link no longer works.',
  params: InvitationParams,
  response: z.object({ id: z.string() }),
  refusals: ['not_found', 'company_suspended', 'too_many_invitations'],
  idempotent: true,
})

export const revokeInvitation = endpoint({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/invitations/:invitationId',
  summary: 'Takes an invitation back: its link opens nothing any more.',
  params: InvitationParams,
  response: z.object({ id: z.string() }),
  refusals: ['not_found'],
})

export const OwnInvitationWire = z.object({
  id: z.string(),
  companyName: z.string(),
  invitedByName: z.string(),
  role: z.enum(roles),
  createdAt: InstantWire,
  expiresAt: InstantWire,
  can: z.object({ accept: AbilityWire }),
})
export type OwnInvitationWire = z.infer<typeof OwnInvitationWire>

export const listOwnInvitations = endpoint({
  id: 'listOwnInvitations',
  method: 'GET',
  path: '/api/account/invitations',
  summary: 'Companies that have invited the person and wait for an answer.',
  response: z.object({ items: z.array(OwnInvitationWire) }),
})

const JoinedWire = z.object({ companyId: z.string(), companyName: z.string() })
const refusals = [
  'invitation_ended',
  'invitation_expired',
  'another_role',
  'own_password_first',
  'account_off',
  'company_suspended',
  'plan_limit',
] as const

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/account/invitations/:invitationId/acceptance',
  summary: 'The person becomes a member of the company that invited them. Enter it with `switchCompany`.',
  params: InvitationParams,
  response: JoinedWire,
  refusals: ['not_found', 'session_of_company', ...refusals],
})

export const refuseInvitation = endpoint({
  id: 'refuseInvitation',
  method: 'POST',
  path: '/api/account/invitations/:invitationId/refusal',
  summary: 'The person does not want to belong to the company.',
  params: InvitationParams,
  response: z.object({ id: z.string() }),
  refusals: ['not_found'],
})

export const acceptInvitationByCode = endpoint({
  id: 'acceptInvitationByCode',
  method: 'POST',
  path: '/api/invitation-acceptances',
  summary: 'Accepts an invitation with the code of the link in its mail, for somebody who has a password.',
  body: z.object({ code: z.string().min(1, 'Falta el código').max(200) }),
  response: JoinedWire,
  refusals: ['too_many_tries', ...refusals],
})
