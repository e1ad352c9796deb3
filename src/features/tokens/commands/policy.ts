/** Choice of the company's policy of API tokens. */
import { tokenFact } from '#features/tokens/facts.ts'
import { isSamePolicy, mayChoosePolicy } from '#features/tokens/rules/policy.ts'
import type { TokenRefusal } from '#features/tokens/rules.ts'
import { lockTokenPolicy, saveTokenPolicy } from '#features/tokens/store/policy.ts'
import { livingTokens, lockToken, saveRevoked } from '#features/tokens/store.ts'
import type { chooseTokenPolicy } from '#features/tokens/wire/policy.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Saves the policy. Where people may have no tokens any more, those that they have end at once, and before they may again,
 * those that a node of another release made meanwhile; a shorter life is of those that are made from now on.
 */
export async function choosePolicy(
  tx: TenantTx,
  actor: Actor,
  { personal, longestDays, seen }: BodyOf<typeof chooseTokenPolicy>,
): Promise<ResponseOf<typeof chooseTokenPolicy> | Refusal<TokenRefusal>> {
  const before = await lockTokenPolicy(tx)
  const may = mayChoosePolicy(actor)
  if (may !== true) return may
  if (!isSamePolicy(before, seen)) return refuse('stale_data')
  const after = { personal, longestDays }
  if (isSamePolicy(before, after)) return { policy: after, revoked: 0 }
  await saveTokenPolicy(tx, after)
  await record(tx, actor, tokenFact('company.token_policy_changed', tx.companyId, { before, after }))
  const mayStay = before.personal && personal
  return { policy: after, revoked: mayStay ? 0 : await revokePersonal(tx, actor) }
}

async function revokePersonal(tx: TenantTx, actor: Actor): Promise<number> {
  let revoked = 0
  for (const { id } of await livingTokens(tx, 'personal', null)) {
    const token = await lockToken(tx, id)
    // Its owner may have revoked it meanwhile.
    if (token === null || token.revokedAt !== null) continue
    await saveRevoked(tx, id, actor.userId)
    const before = { name: token.name, userId: token.userId }
    await record(tx, actor, tokenFact('token.revoked', id, { before }))
    revoked += 1
  }
  return revoked
}
