/**
 * From a signed token to an actor. The token's claims are a guess that lets the query leave at once; the
 * rows read in the same flight decide. Authorisation never rests on a claim: when rows and guess differ,
 * the work is rolled back and done again with the true actor, and when no row is alive the request ends.
 */
import type { Actor, FreshHands, Role } from '#kernel/actor.ts'
import { type FactorPolicy, factorDuty, policyInForce } from '#kernel/second-factor.ts'
import { decidesOf } from '#server/auth/deciding.ts'
import { part, type Sql, sql } from '#server/database/sql.ts'

/** What a verified access token says. */
export type Claims = {
  readonly userId: string
  readonly sessionId: string
  /** The active company; null for a person of the platform, or of no company yet. */
  readonly companyId: string | null
  readonly role: Role
  readonly name: string
  readonly clientId: string | null
  readonly providerId: string | null
  readonly zone: string
  /** Refresh counter of the session when the token was signed. */
  readonly counter: number
  readonly aal: Assurance
  /** Impersonation: who really asks. */
  readonly acting: { readonly userId: string } | null
  /** Whether this installation asks its administrators for a second factor. */
  readonly isStrict: boolean
}

/** How sure we are of the person: one factor, or two. */
export const assurances = ['aal1', 'aal2'] as const
export type Assurance = (typeof assurances)[number]

/** Reads and checks the Authorization header; throws `unauthenticated`. */
export type Authenticate = (authorization: string | undefined) => Promise<Claims>

export type LiveRow = {
  name: string
  role: Role
  client_id: string | null
  provider_id: string | null
  time_zone: string
  company_status: 'active' | 'suspended'
  seen_counter: number
  fresh_hands: FreshHands | null
} & Factors

export type Factors = {
  role: Role
  aal: Assurance
  second_factor: boolean
  /** What the company chose; null while it follows the program, and outside of any company. */
  factor_policy: FactorPolicy | null
  /** Whether they decide there; asked only where it matters. */
  decides: boolean
}

/** What still stands between a living session and its work, if anything does. */
export function missingStep(
  { aal, second_factor, factor_policy, ...person }: Factors,
  claims: Pick<Claims, 'aal' | 'acting' | 'isStrict'>,
): 'second_step_required' | 'second_factor_missing' | null {
  // Who impersonates has taken the step with the own session.
  if (claims.acting !== null || (aal === 'aal2' && claims.aal === 'aal2')) return null
  if (second_factor) return 'second_step_required'
  const duty = factorDuty(person, policyInForce(claims.isStrict, factor_policy))
  return duty === null ? null : 'second_factor_missing'
}

const threeDaysMs = 72 * 3_600_000

/** Of the account `a`: why whoever signs in to it may be somebody else; null when nothing says so. */
export const freshHandsOf = (now: Date) => part`case
      when a.email_confirmed_at is null then 'unconfirmed_address'
      when a.password_given then 'given_password'
      when a.credentials_changed_at > ${new Date(now.getTime() - threeDaysMs)} then 'changed_by_others' end`

/** Of the member `m` with the account `a`: somebody who signs in to the company with an account of their own. */
export const countsAsHand = (now: Date) => part`m.active and a.active and ${freshHandsOf(now)} is null`

/** Of account `a`, member `m` and company `c`: PostgreSQL looks only where the answer matters. */
const owingOf = (now: Date) => part`case
      when a.second_factor or c.second_factor_policy is distinct from 'deciders' then false
      else ${decidesOf(now)} end`

/** Session, person, membership and company alive now, in one statement. */
export function liveness(claims: Claims, companyId: string, now: Date): Sql {
  return sql`
    select trim(a.name || ' ' || a.last_name) as name, a.role, m.client_id, m.provider_id, c.time_zone,
      c.status as company_status, s.seen_counter, s.aal, a.second_factor, ${freshHandsOf(now)} as fresh_hands,
      c.second_factor_policy as factor_policy, ${owingOf(now)} as decides
    from session s
    join account a on a.id = s.user_id
    join member m on m.user_id = s.user_id and m.company_id = ${companyId}
    join company c on c.company_id = m.company_id
    where s.id = ${claims.sessionId} and s.user_id = ${claims.userId} and s.company_id = m.company_id
      and s.not_after > ${now} and s.idle_after > ${now} and a.active and m.active and c.status <> 'inactive'
      and s.acting_user_id is not distinct from ${claims.acting?.userId ?? null}::uuid
      and ${actingIsAlive(companyId, now)}`
}

/** While somebody impersonates: their own session lives, and they still administer the platform or the company. */
const actingIsAlive = (companyId: string, now: Date) => part`(s.parent_id is null or exists (
      select from session p join account x on x.id = p.user_id
      where p.id = s.parent_id and p.user_id = s.acting_user_id and p.not_after > ${now} and p.idle_after > ${now}
        and x.active and (x.role = 'admin_saas' or x.role = 'admin' and exists (
          select from member y where y.company_id = ${companyId} and y.user_id = x.id and y.active))))`

export function guessedActor(claims: Claims, companyId: string): Actor {
  const { userId, sessionId, name, role, clientId, providerId, zone, acting } = claims
  const viewed = acting ? { viewedBy: acting.userId } : {}
  return {
    userId,
    sessionId,
    companyId,
    name,
    role,
    clientId,
    providerId,
    zone,
    companySuspended: false,
    ...viewed,
  }
}

export function liveActor({ freshHands: _, ...guess }: Actor, row: LiveRow): Actor {
  return {
    ...guess,
    ...(row.fresh_hands === null ? {} : { freshHands: row.fresh_hands }),
    name: row.name,
    role: row.role,
    clientId: row.client_id,
    providerId: row.provider_id,
    zone: row.time_zone,
    companySuspended: row.company_status === 'suspended',
  }
}

export function sameActor(a: Actor, b: Actor): boolean {
  return (
    a.role === b.role &&
    a.clientId === b.clientId &&
    a.providerId === b.providerId &&
    a.zone === b.zone &&
    a.name === b.name &&
    a.companySuspended === b.companySuspended &&
    a.freshHands === b.freshHands
  )
}

/** Tells the session that a token of this counter has been used (refresh theft is judged by it). */
export function markSeen(claims: Claims): Sql {
  return sql`update session set seen_counter = ${claims.counter}
    where id = ${claims.sessionId} and seen_counter < ${claims.counter}`
}
