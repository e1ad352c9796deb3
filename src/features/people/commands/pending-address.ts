/** Withdrawal of a pending address, by administrators. */
import { deleteLinks } from '#features/identity/store/links.ts'
import { clearPendingAddress, lockPendingAddress } from '#features/identity/store/pending-addresses.ts'
import { personFact } from '#features/people/facts.ts'
import { manages, mayAdminister, mayWithdrawAddress, type PersonRefusal } from '#features/people/rules.ts'
import { countCompanies, lockMember } from '#features/people/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Withdraws a pending address that is not in effect yet: neither of its links works from then on. */
export async function withdrawPendingAddress(
  tx: TenantTx,
  actor: Actor,
  userId: string,
): Promise<{ userId: string } | Refusal<PersonRefusal>> {
  const admits = mayAdminister(actor)
  if (admits !== true) return admits
  const member = await lockMember(tx, userId)
  if (!member || !manages(actor, member)) return refuse('not_found')
  const pending = await lockPendingAddress(tx, userId)
  const companies = await countCompanies(tx, userId)
  const may = mayWithdrawAddress(actor, { role: member.role, setBy: pending?.setBy ?? null, companies })
  if (may !== true) return may
  await clearPendingAddress(tx, userId, tx.now)
  await deleteLinks(tx, userId, ['address', 'address_refusal'])
  await record(
    tx,
    actor,
    personFact('person.address_withdrawn', userId, { before: { email: pending?.email ?? null } }),
  )
  return { userId }
}
