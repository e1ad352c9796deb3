import type { Identity } from '#features/identity/commands/identity.ts'
import { invitationPage } from '#features/identity/rules/links.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { deleteLinks, makeLink } from '#features/identity/store/links.ts'
import { admissionLetter, invitationLetter } from '#features/identity/text/letters.ts'

/** How the slices below let somebody know: with the link in the transaction that lets them in. */
export const inviter =
  ({ post, site }: Pick<Identity, 'post' | 'site'>): Invite =>
  async (on, invited, now) => {
    if (!invited.needsPassword)
      return post(on, admissionLetter(invited, `${site.origin}/login`, site.product), now)
    const { userId } = invited
    // The newest invitation is the one that counts.
    await deleteLinks(on, userId, ['invite'])
    const code = await makeLink(on, { userId, purpose: 'invite' }, now)
    return post(on, invitationLetter(invited, invitationPage(site, code), site.product), now)
  }
