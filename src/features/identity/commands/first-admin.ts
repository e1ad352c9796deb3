/** The first administrator of the platform, made by the operator's command. */
import { invitationPage } from '#features/identity/rules/links.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { countPlatformAdmins, createAccount, lockPlatform } from '#features/identity/store/accounts.ts'
import { makeLink } from '#features/identity/store/links.ts'
import { newId } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { asPerson } from '#server/database/person.ts'

export type FirstAdmin = { readonly email: string; readonly name: string; readonly lastName: string }

/**
 * Creates the platform's first administrator, and returns the link with which they choose a password. Refused once there
 * is one, who then creates the others. For the operator's command line.
 */
export async function makeFirstAdmin(
  db: Db,
  person: FirstAdmin,
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<{ link: string } | Refusal<IdentityRefusal>> {
  return asPerson(db, newId(now.getTime()), async tx => {
    await lockPlatform(tx)
    if ((await countPlatformAdmins(tx)) > 0) return refuse('platform_has_admin')
    const account = {
      ...person,
      passwordHash: null,
      role: 'admin_saas',
      active: true,
      isInvited: true,
    } as const
    const userId = await createAccount(tx, account, now)
    if (userId === null) return refuse('email_exists')
    return { link: invitationPage({ origin }, await makeLink(tx, { userId, purpose: 'invite' }, now)) }
  })
}
