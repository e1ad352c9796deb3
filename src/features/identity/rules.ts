/**
 * Identity promises that one password opens one session, that a refresh token is good once (and a moment
 * longer, for several tabs), and that a stolen one ends the session it was stolen from. Who may sign in,
 * for how long and into which company is decided here; nothing here touches a key or a row.
 */
import type { FactorRefusal } from '#features/identity/rules/factors.ts'
import type { FreshHands, Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type Membership = {
  readonly companyId: string
  readonly companyName: string
  readonly timeZone: string
  readonly clientId: string | null
  readonly providerId: string | null
  /** The person is active in the company, and the company is open (active or suspended). */
  readonly usable: boolean
}

export type Person = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly lastName: string
  /** What they do and where, in their own words; empty until they say. */
  readonly position: string
  readonly department: string
  readonly role: Role
  readonly active: boolean
  readonly emailConfirmedAt: string | null
  /** An address that they have asked for themselves, and that waits for its confirmation. */
  readonly newEmail: string | null
  readonly invitedAt: string | null
  readonly confirmationSentAt: string | null
  readonly recoverySentAt: string | null
  readonly emailChangeSentAt: string | null
  readonly hasSecondFactor: boolean
  /** Why it may be somebody else who signs in to it; null when nothing says so. */
  readonly freshHands: FreshHands | null
  readonly lastSignInAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** Oldest first. */
  readonly memberships: readonly Membership[]
}

export type AuthenticationStep = { readonly method: string; readonly timestamp: number }

export type SessionState = {
  readonly counter: number
  /** Tokens below it belong to a weaker sign-in and are refused. */
  readonly minCounter: number
  /** The highest counter of an access token that has been used. */
  readonly seenCounter: number
  readonly rotatedAt: string
  readonly notAfter: string
  readonly idleAfter: string
}

export type IdentityRefusal =
  | FactorRefusal
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
  | 'not_found'

/** An account works once it is active and, unless it never had a company, while one of them admits it. */
export function maySignIn(person: Person): true | Refusal<IdentityRefusal> {
  if (!person.active) return refuse('pending_activation')
  const isShutOut = person.memberships.length > 0 && !person.memberships.some(company => company.usable)
  return isShutOut && person.role !== 'admin_saas' ? refuse('deactivated') : true
}

/** The company a session works in: the one it had, else the person's first; none for the platform's people. */
export function workingCompany(person: Person, before: string | null): Membership | null {
  if (person.role === 'admin_saas') return null
  const usable = person.memberships.filter(company => company.usable)
  return usable.find(company => company.companyId === before) ?? usable[0] ?? null
}

const hour = 3_600_000

/** How long a session lasts: since it was last refreshed, and since it began. Administrators sign in daily. */
export function sessionLimits(role: Role): { readonly idleMs: number; readonly absoluteMs: number } {
  return role === 'admin' || role === 'admin_saas'
    ? { idleMs: 12 * hour, absoluteMs: 24 * hour }
    : { idleMs: 14 * 24 * hour, absoluteMs: 30 * 24 * hour }
}

/** Several tabs refresh at once: within this time they all get the token that the first one got. */
const convergenceMs = 10_000

/**
 * What a genuine refresh token of a living session deserves: `rotate` to the next one, `repeat` the current
 * one (several tabs, or an answer that was lost before anybody used it), or `theft`.
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

/** Changing a password asks for the current one, unless the person has just signed in or recovers the account. */
export function needsCurrentPassword(steps: readonly AuthenticationStep[], now: Date): boolean {
  if (steps.some(step => step.method === 'recovery' || step.method === 'invite')) return false
  const latest = Math.max(0, ...steps.map(step => step.timestamp))
  return now.getTime() - latest * 1000 > 10 * 60_000
}

export const signOutScopes = ['global', 'local', 'others'] as const
export type SignOutScope = (typeof signOutScopes)[number]
