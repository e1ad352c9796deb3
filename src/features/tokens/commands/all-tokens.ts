/**
 * Tokens of a company, or of one of its people, as the operator names and revokes them: after a restore, those that were
 * revoked since the moment are back.
 */
import { tokenFact } from '#features/tokens/facts.ts'
import type { Token } from '#features/tokens/rules.ts'
import { livingTokens, lockToken, saveRevoked } from '#features/tokens/store.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** The living tokens of the company's people and services; with a person, theirs alone. */
export async function findLivingTokens(tx: TenantTx, userId: string | null): Promise<readonly Token[]> {
  const personal = await livingTokens(tx, 'personal', userId)
  return userId === null ? [...(await livingTokens(tx, 'service', null)), ...personal] : personal
}

/** Revokes them, each with its fact, and answers which they were. */
export async function revokeAllTokens(tx: TenantTx, userId: string | null): Promise<readonly Token[]> {
  const revoked: Token[] = []
  for (const { id } of await findLivingTokens(tx, userId)) {
    const token = await lockToken(tx, id)
    // Its owner may have revoked it meanwhile.
    if (token === null || token.revokedAt !== null) continue
    await saveRevoked(tx, id, null)
    const before = { name: token.name, userId: token.userId }
    await record(tx, null, tokenFact('token.revoked', id, { before }))
    revoked.push(token)
  }
  return revoked
}
