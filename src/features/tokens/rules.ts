/**
 * API tokens. A personal token acts as the person who made it, within its scopes, for as long as they are a member. A
 * service token acts as a service of the company, which is nobody: it reads and prepares, and neither decides, nor pays,
 * nor gives power to anybody. Both end by themselves, within a year.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { type Actor, onlyReads } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'
import { scopesOfPeople, serviceScopes, type TokenKind, type TokenScope } from '#kernel/token-scope.ts'

export type TokenRefusal =
  | 'forbidden'
  | 'not_found'
  | 'untrusted_account'
  | 'token_limit'
  | 'token_name_taken'
  | 'scope_of_people'
  | 'scope_of_services'
  | 'personal_tokens_off'
  | 'token_too_long'
  | 'token_made'
  | 'stale_data'

export const longestTokenName = 60
export const longestLifeDays = 365
/** Days before its end from which a token's owner is warned; one made for less than twice as long is not. */
export const warningDays = 7
/** Living tokens of one person in one company, and of all services of a company. */
export const maxTokens: { readonly [kind in TokenKind]: number } = { personal: 20, service: 50 }

export type Token = {
  readonly id: string
  readonly kind: TokenKind
  /** As whom it acts: a person, or a service. */
  readonly userId: string
  readonly ownerName: string
  readonly name: string
  readonly scopes: readonly TokenScope[]
  /** Its last characters. */
  readonly hint: string
  readonly madeByName: string
  /** ISO instants. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  /** True when the account may have changed hands since the token was made, or the person has left. */
  readonly isVoid: boolean
}

export const tokenStates = ['active', 'expired', 'revoked', 'void'] as const
export type TokenState = (typeof tokenStates)[number]

/** State of a token at an instant. */
export function tokenState(
  { revokedAt, isVoid, expiresAt }: Pick<Token, 'revokedAt' | 'isVoid' | 'expiresAt'>,
  now: Date,
): TokenState {
  if (revokedAt !== null) return 'revoked'
  if (isVoid) return 'void'
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active'
}

type Maker = Pick<Actor, 'role' | 'untrustedReason'>

/**
 * Permits tokens of a kind: a person makes their own, an administrator those of services, once the account is
 * theirs. An auditor makes none: what they read goes to people.
 */
export function mayMake(actor: Maker, kind: TokenKind): true | Refusal<TokenRefusal> {
  if (onlyReads(actor.role) || (kind === 'service' && actor.role !== 'admin')) return refuse('forbidden')
  return accountTrust(actor)
}

/** Permits one more token beside those that live; a personal one with a name of its own. */
export function mayAdd(
  { kind, name }: Pick<Token, 'kind' | 'name'>,
  living: readonly Pick<Token, 'name'>[],
): true | Refusal<TokenRefusal> {
  if (living.length >= maxTokens[kind]) return refuse('token_limit', { most: maxTokens[kind] })
  // Two tokens of one service live together while the second replaces the first.
  const isTaken = kind === 'personal' && living.some(other => fold(other.name) === fold(name))
  return isTaken ? refuse('token_name_taken') : true
}

/** Refuses scopes that only a person holds to a service, and the directory's to a person. */
export function mayHaveScopes(kind: TokenKind, scopes: readonly TokenScope[]): true | Refusal<TokenRefusal> {
  const fit = kind === 'personal' ? scopesOfPeople : serviceScopes
  if (scopes.every(scope => fit.includes(scope))) return true
  return refuse(kind === 'personal' ? 'scope_of_services' : 'scope_of_people')
}

/**
 * Permits making a token once more that this attempt has made, because the answer with its text was lost. Somebody has the
 * text of one that was used.
 */
export const mayMakeAgain = ({ lastUsedAt }: Pick<Token, 'lastUsedAt'>): true | Refusal<TokenRefusal> =>
  lastUsedAt === null ? true : refuse('token_made')

/** Permits ending a token: one's own, and to an administrator every one of the company. Others are answered as unknown. */
export function mayRevoke(
  actor: Pick<Actor, 'userId' | 'role'>,
  { userId }: Pick<Token, 'userId'>,
): true | Refusal<TokenRefusal> {
  return actor.role === 'admin' || actor.userId === userId ? true : refuse('not_found')
}
