/** Mail to somebody who was admitted or invited, for the slices that admit people. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { confirmationPage, invitationPage } from '#features/identity/rules/links.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { deleteInviteLinks, makeLink } from '#features/identity/store/links.ts'
import {
  admissionLetter,
  invitationLetter,
  membershipLetter,
} from '#features/identity/text/invitation-letters.ts'

/** The `Invite` that later slices use: makes the link and queues the mail in the transaction of the admission. */
export const inviter =
  ({ post, site }: Pick<Identity, 'post' | 'site'>): Invite =>
  async (on, invited, now) => {
    const { userId, needsPassword, invitation = null } = invited
    if (!needsPassword && invitation === null)
      return post(on, admissionLetter(invited, `${site.origin}/login`, site.product), now)
    // Only the newest link of an invitation works.
    await deleteInviteLinks(on, userId, invitation?.id ?? null)
    if (!needsPassword) {
      const code = await makeLink(on, { userId, purpose: 'invitation', invitation }, now)
      const url = confirmationPage(site, 'invitation', code)
      return post(on, membershipLetter(invited, url, site.product), now)
    }
    const code = await makeLink(on, { userId, purpose: 'invite', invitation }, now)
    return post(on, invitationLetter(invited, invitationPage(site, code), site.product), now)
  }
