/** API tokens as their owner, and the company's administrators, see them. */
import { mayMake, mayRevoke, type Token, tokenState } from '#features/tokens/rules.ts'
import { listedTokens } from '#features/tokens/store.ts'
import { tokenAbility } from '#features/tokens/text.ts'
import type { listCompanyTokens, listOwnTokens, TokenWire } from '#features/tokens/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function ownTokens(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof listOwnTokens>> {
  const tokens = await listedTokens(tx, 'personal', actor.userId)
  return {
    items: tokens.map(token => tokenWire(actor, token, tx.now)),
    can: { make: tokenAbility(mayMake(actor, 'personal')) },
  }
}

/** Tokens of the company, for its administrators; null for others. */
export async function companyTokens(
  tx: TenantTx,
  actor: Actor,
): Promise<ResponseOf<typeof listCompanyTokens> | null> {
  if (actor.role !== 'admin') return null
  const [services, personal] = await Promise.all([
    listedTokens(tx, 'service', null),
    listedTokens(tx, 'personal', null),
  ])
  const toWire = (token: Token) => tokenWire(actor, token, tx.now)
  return {
    services: services.map(toWire),
    personal: personal.map(toWire),
    can: { make: tokenAbility(mayMake(actor, 'service')) },
  }
}

export function tokenWire(actor: Actor, token: Token, now: Date): TokenWire {
  const { userId: _, revokedAt: __, isVoid: ___, scopes, ...shown } = token
  const state = tokenState(token, now)
  const may: true | Refusal = state === 'active' ? mayRevoke(actor, token) : refuse('not_found')
  return { ...shown, scopes: [...scopes], state, can: { revoke: tokenAbility(may) } }
}
