/** API tokens as their owner, and the company's administrators, see them. */
import { mayChoosePolicy, mayHaveKind } from '#features/tokens/rules/policy.ts'
import { mayMake, mayRevoke, type Token, tokenState } from '#features/tokens/rules.ts'
import { readTokenPolicy } from '#features/tokens/store/policy.ts'
import { listedTokens } from '#features/tokens/store.ts'
import { tokenAbility } from '#features/tokens/text.ts'
import type { listCompanyTokens, listOwnTokens, TokenWire } from '#features/tokens/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function ownTokens(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof listOwnTokens>> {
  const [tokens, policy] = await Promise.all([
    listedTokens(tx, 'personal', actor.userId),
    readTokenPolicy(tx),
  ])
  const mayMakeOwn = firstRefusal(mayMake(actor, 'personal'), mayHaveKind(policy, 'personal'))
  return {
    items: tokens.map(token => tokenWire(actor, token, tx.now)),
    policy,
    can: { make: tokenAbility(mayMakeOwn) },
  }
}

/** Tokens of the company, for its administrators; null for others. */
export async function companyTokens(
  tx: TenantTx,
  actor: Actor,
): Promise<ResponseOf<typeof listCompanyTokens> | null> {
  if (actor.role !== 'admin') return null
  const [services, personal, policy] = await Promise.all([
    listedTokens(tx, 'service', null),
    listedTokens(tx, 'personal', null),
    readTokenPolicy(tx),
  ])
  const toWire = (token: Token) => tokenWire(actor, token, tx.now)
  return {
    services: services.map(toWire),
    personal: personal.map(toWire),
    policy,
    can: {
      make: tokenAbility(mayMake(actor, 'service')),
      choosePolicy: tokenAbility(mayChoosePolicy(actor)),
    },
  }
}

export function tokenWire(actor: Actor, token: Token, now: Date): TokenWire {
  const { userId: _, revokedAt: __, isVoid: ___, scopes, ...shown } = token
  const state = tokenState(token, now)
  const may: true | Refusal = state === 'active' ? mayRevoke(actor, token) : refuse('not_found')
  return { ...shown, scopes: [...scopes], state, can: { revoke: tokenAbility(may) } }
}
