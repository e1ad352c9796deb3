/** Routes of invitations: for whoever sends them, and for the people who are invited. */
import { acceptByCode, acceptOwn, refuseOwn } from '#features/people/commands/acceptance.ts'
import {
  resendInvitation as resend,
  revokeInvitation as revoke,
} from '#features/people/commands/invitations.ts'
import type { Invite } from '#features/people/commands.ts'
import { maySeePeople } from '#features/people/rules.ts'
import { invitationWords } from '#features/people/text/invitations.ts'
import { openInvitations, ownInvitations } from '#features/people/views/invitations.ts'
import {
  acceptInvitation,
  acceptInvitationByCode,
  listInvitations,
  listOwnInvitations,
  refuseInvitation,
  resendInvitation,
  revokeInvitation,
} from '#features/people/wire/invitations.ts'
import { readAsPerson } from '#server/database/person.ts'
import { open, own, type Route, read, write } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'

export type InvitationParts = {
  readonly identity: Parameters<typeof acceptByCode>[0]
  readonly invite: Invite
}

/** Routes of invitations: a company's own, and the answers of invited people, who may be in any company or none. */
export const invitationRoutes = ({ identity, invite }: InvitationParts): readonly Route[] => [
  read(listInvitations, async (tx, actor) => {
    if (maySeePeople(actor) !== true) throw commonProblem('forbidden')
    return { items: await openInvitations(tx, actor) }
  }),
  write(resendInvitation, invitationWords, (tx, actor, { params }) =>
    resend(tx, actor, params.invitationId, invite),
  ),
  write(revokeInvitation, invitationWords, (tx, actor, { params }) => revoke(tx, actor, params.invitationId)),
  own(listOwnInvitations, invitationWords, async self => ({
    items: await readAsPerson(identity.db, self.userId, ownInvitations),
  })),
  own(acceptInvitation, invitationWords, (self, { params }) =>
    acceptOwn(identity.db, self, params.invitationId),
  ),
  own(refuseInvitation, invitationWords, (self, { params }) =>
    refuseOwn(identity.db, self.userId, params.invitationId),
  ),
  open(acceptInvitationByCode, ({ body }, from) => acceptByCode(identity, body.code, from), invitationWords),
]
