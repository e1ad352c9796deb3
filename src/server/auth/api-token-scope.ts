/** Scopes of the API token in whose name something is done, and the refusal of one that lacks some. */
import type { Actor } from '#kernel/actor.ts'
import { isTokenScope, type TokenScope } from '#kernel/token-scope.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem, type ProblemError } from '#server/problems.ts'

/** The refusal of a token without the scope of a call, or of any token where only a session may call. */
export function scopeProblem(scope: TokenScope | null): ProblemError {
  const detail =
    scope === null
      ? 'Esta operación se hace en una sesión, nunca con una clave de API.'
      : `Le falta el permiso ${scope}.`
  return commonProblem('token_scope', { detail, facts: { scope } })
}

/**
 * Asks the scopes that depend on what a call says, beside the one that its route asks; a session has all.
 * @throws ProblemError `token_scope` for the first that the token lacks.
 */
export async function requireScopes(
  tx: TenantTx,
  { tokenId }: Pick<Actor, 'tokenId'>,
  needed: readonly TokenScope[],
): Promise<void> {
  if (tokenId === undefined) return
  const token = await tx.one<{ scopes: string[] }>(sql`
    select scopes from api_token where company_id = ${tx.companyId} and id = ${tokenId}`)
  const held = new Set(token?.scopes.filter(isTokenScope))
  const missing = needed.find(scope => !held.has(scope))
  if (missing !== undefined) throw scopeProblem(missing)
}
