/** A company's policy of API tokens: whether its people have some of their own, and how long one lives at most. */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { TokenRefusal } from '#features/tokens/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse, refuseAt } from '#kernel/refusal.ts'
import type { TokenKind } from '#kernel/token-scope.ts'

export type TokenPolicy = {
  /** False: nobody makes a personal token, and those that there were are revoked. */
  readonly personal: boolean
  readonly longestDays: number
}

/** Permits a token of this kind under the policy. */
export const mayHaveKind = ({ personal }: TokenPolicy, kind: TokenKind): true | Refusal<TokenRefusal> =>
  personal || kind === 'service' ? true : refuse('personal_tokens_off')

/** Permits a life of so many days. */
export const mayLast = ({ longestDays }: TokenPolicy, days: number): true | Refusal<TokenRefusal> =>
  days <= longestDays ? true : refuseAt('/days', 'token_too_long', { most: longestDays })

/** Permits choosing the policy: to an administrator whose account is theirs. */
export const mayChoosePolicy = (
  actor: Pick<Actor, 'role' | 'untrustedReason'>,
): true | Refusal<TokenRefusal> =>
  firstRefusal<TokenRefusal>(actor.role === 'admin' ? true : refuse('forbidden'), accountTrust(actor))

export const isSamePolicy = (one: TokenPolicy, other: TokenPolicy): boolean =>
  one.personal === other.personal && one.longestDays === other.longestDays
