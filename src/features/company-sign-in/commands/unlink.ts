/** One person's tie to the company's provider, undone: the provider has made their account anew. */
import { mayKeep } from '#features/company-sign-in/commands/permission.ts'
import { signInFact } from '#features/company-sign-in/facts.ts'
import type { SettingsRefusal } from '#features/company-sign-in/rules.ts'
import { forgetIdentity, linkedAt } from '#features/company-sign-in/store.ts'
import { lockAccount } from '#features/identity/store/accounts.ts'
import { deleteSessionsIn } from '#features/identity/store/sessions.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuseAt } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Forgets who somebody is at the provider, and ends their sessions in the company, but for whoever does it to themselves: the
 * next to sign in there with their verified mail is them. No more than setting another client, which forgets all.
 */
export async function unlinkPerson(
  tx: TenantTx,
  actor: Actor,
  email: string,
): Promise<true | Refusal<SettingsRefusal>> {
  const may = await mayKeep(tx, actor)
  if (may !== true) return may
  const userId = await linkedAt(tx, email)
  if (userId === null) return refuseAt('/email', 'not_linked')
  await lockAccount(tx, userId)
  const issuer = await forgetIdentity(tx, userId)
  if (issuer === null) return refuseAt('/email', 'not_linked')
  if (userId !== actor.userId) await deleteSessionsIn(tx, userId, tx.companyId)
  await record(tx, actor, signInFact('account.company_identity_unlinked', userId, { before: { issuer } }))
  return true
}
