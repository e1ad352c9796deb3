/**
 * Rules of sign-in: who may sign in, for how long and into which company. One password opens one session; a refresh
 * token is valid once (and a moment longer, for several tabs); the reuse of a stolen one ends its session.
 */
import type { FactorRefusal } from '#features/identity/rules/factors.ts'
import type { PasskeyRefusal } from '#features/identity/rules/passkeys.ts'
import { type Role, readsWholeCompany, type UntrustedReason } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { FactorPolicy } from '#kernel/second-factor.ts'

export type Membership = {
  readonly companyId: string
  readonly companyName: string
  readonly timeZone: string
  readonly isSample: boolean
  readonly clientId: string | null
  readonly providerId: string | null
  /** The company's policy of second factors; null while it follows the program's. */
  readonly factorPolicy: FactorPolicy | null
  /** The person is active in the company, and the company is open (active or suspended). */
  readonly usable: boolean
}

export type Person = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly lastName: string
  /** Job title and department, in the person's own words; empty until filled in. */
  readonly position: string
  readonly department: string
  /** Time zone in which they read instants; null: that of the company in which they work. */
  readonly timeZone: string | null
  readonly role: Role
  readonly active: boolean
  readonly emailConfirmedAt: string | null
  /** An address that the person has requested, pending its confirmation. */
  readonly newEmail: string | null
  readonly invitedAt: string | null
  readonly confirmationSentAt: string | null
  readonly recoverySentAt: string | null
  readonly emailChangeSentAt: string | null
  readonly hasSecondFactor: boolean
  /** Reason why the account may be in somebody else's hands; null when nothing suggests it. */
  readonly untrustedReason: UntrustedReason | null
  readonly lastSignInAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** Oldest first. */
  readonly memberships: readonly Membership[]
}

export type AuthenticationStep = { readonly method: string; readonly timestamp: number }

export type SessionState = {
  readonly counter: number
  /** Lowest valid counter: refresh tokens below it date from before the second step, and are refused. */
  readonly minCounter: number
  /** The highest counter of an access token that has been used. */
  readonly seenCounter: number
  readonly rotatedAt: string
  readonly notAfter: string
  readonly idleAfter: string
}

export type IdentityRefusal =
  | FactorRefusal
  | PasskeyRefusal
  | 'invalid_credentials'
  | 'pending_activation'
  | 'deactivated'
  | 'refresh_token_not_found'
  | 'refresh_token_already_used'
  | 'refresh_token_ahead'
  | 'session_expired'
  | 'weak_password'
  | 'same_password'
  | 'current_password_required'
  | 'current_password_invalid'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'second_step_required'
  | 'link_not_found'
  | 'link_expired'
  | 'bad_code_verifier'
  | 'platform_has_admin'
  | 'too_many_tries'
  | 'too_many_mails'
  | 'company_sign_in_required'
  | 'wrong_password'
  | 'confirmation_way_missing'
  | 'session_of_company'
  | 'not_found'

/** Permission to sign in: the account is active and, if it ever had a company, usable in at least one. */
export function maySignIn(person: Person): true | Refusal<IdentityRefusal> {
  if (!person.active) return refuse('pending_activation')
  const isShutOut = person.memberships.length > 0 && !person.memberships.some(company => company.usable)
  return isShutOut && person.role !== 'admin_saas' ? refuse('deactivated') : true
}

/**
 * The company in which a session works: its previous one, else the person's first; null for platform operators. A session
 * that is bound to a company works there, or in a sample that it has entered from there.
 */
export function workingCompany(
  person: Person,
  before: string | null,
  boundTo: string | null = null,
): Membership | null {
  if (person.role === 'admin_saas') return null
  const isReachable = ({ companyId, isSample }: Membership) =>
    boundTo === null || companyId === boundTo || (isSample && companyId === before)
  const usable = person.memberships.filter(company => company.usable && isReachable(company))
  return usable.find(company => company.companyId === before) ?? usable[0] ?? null
}

const hour = 3_600_000

/** Lifetimes of a session: since its last refresh, and since its beginning. Administrators and auditors sign in daily. */
export function sessionLimits(role: Role): { readonly idleMs: number; readonly absoluteMs: number } {
  return readsWholeCompany(role) || role === 'admin_saas'
    ? { idleMs: 12 * hour, absoluteMs: 24 * hour }
    : { idleMs: 14 * 24 * hour, absoluteMs: 30 * 24 * hour }
}

/** Time within which concurrent refreshes of several tabs all get the token that the first one got. */
const convergenceMs = 10_000

/**
 * The verdict on a genuine refresh token of a live session: `rotate` to the next token, `repeat` the current one
 * (several tabs, or an answer that was lost before its tokens were used), or `theft`.
 */
export function judgeRefresh(
  session: SessionState,
  tokenCounter: number,
  now: Date,
): 'rotate' | 'repeat' | 'theft' | Refusal<IdentityRefusal> {
  if (now.toISOString() >= session.notAfter || now.toISOString() >= session.idleAfter)
    return refuse('session_expired')
  const behind = session.counter - tokenCounter
  if (behind < 0) return refuse('refresh_token_ahead')
  if (tokenCounter < session.minCounter) return refuse('refresh_token_already_used')
  if (behind === 0) return 'rotate'
  if (now.getTime() - Date.parse(session.rotatedAt) < convergenceMs) return 'repeat'
  return behind === 1 && session.seenCounter < session.counter ? 'repeat' : 'theft'
}

/** Refuses a change of address or password in a session that a company's provider opened. */
export const mayChangeCredentials = (session: {
  readonly boundTo: string | null
}): true | Refusal<'session_of_company'> => (session.boundTo === null ? true : refuse('session_of_company'))

/** True when a change of password needs the current one: unless the person has just signed in or recovers the account. */
export function needsCurrentPassword(steps: readonly AuthenticationStep[], now: Date): boolean {
  if (steps.some(step => step.method === 'recovery' || step.method === 'invite')) return false
  const latest = Math.max(0, ...steps.map(step => step.timestamp))
  return now.getTime() - latest * 1000 > 10 * 60_000
}

export const signOutScopes = ['global', 'local', 'others'] as const
export type SignOutScope = (typeof signOutScopes)[number]
