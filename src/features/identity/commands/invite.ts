import type { Identity } from '#features/identity/commands/identity.ts'
import { confirmationPage, invitationPage } from '#features/identity/rules/links.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { deleteInviteLinks, makeLink } from '#features/identity/store/links.ts'
import { admissionLetter, invitationLetter, membershipLetter } from '#features/identity/text/letters.ts'

/** How the slices below let somebody know: with the link in the transaction that lets them in. */
export const inviter =
  ({ post, site }: Pick<Identity, 'post' | 'site'>): Invite =>
  async (on, invited, now) => {
    const { userId, needsPassword, invitation = null } = invited
    if (!needsPassword && invitation === null)
      return post(on, admissionLetter(invited, `${site.origin}/login`, site.product), now)
    // Of one company's invitations the newest is the one that counts.
    await deleteInviteLinks(on, userId, invitation?.id ?? null)
    if (!needsPassword) {
      const code = await makeLink(on, { userId, purpose: 'invitation', invitation }, now)
      const url = confirmationPage(site, 'invitation', code)
      return post(on, membershipLetter(invited, url, site.product), now)
    }
    const code = await makeLink(on, { userId, purpose: 'invite', invitation }, now)
    return post(on, invitationLetter(invited, invitationPage(site, code), site.product), now)
  }
