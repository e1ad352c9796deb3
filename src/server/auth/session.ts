/**
 * Authentication: from a signed token to an actor. The token's claims are provisional, so that the work's queries are
 * sent at once; the rows read in the same round trip decide. Authorisation never rests on a claim: when the rows contradict
 * it, the work is rolled back and run again with the rows' actor, and without a live session the request ends.
 */
import type { Actor, Role, UntrustedReason } from '#kernel/actor.ts'
import { type FactorPolicy, factorDuty, policyInForce } from '#kernel/second-factor.ts'
import { memberDecides } from '#server/auth/deciding.ts'
import { part, type Sql, sql } from '#server/database/sql.ts'

/** The claims of a verified access token, or of an API token as it was last read. */
export type Claims = {
  readonly userId: string
  /** The session; of an API token, the token itself. */
  readonly sessionId: string
  /** The API token in whose name the call is made; absent for a session. */
  readonly tokenId?: string
  /** Person who made the token of a service; absent for a session and for a personal token. */
  readonly responsibleId?: string
  /** The active company; null for a person of the platform, or of no company yet. */
  readonly companyId: string | null
  readonly role: Role
  readonly name: string
  readonly clientId: string | null
  readonly providerId: string | null
  readonly zone: string
  /** True in a sample. */
  readonly isSample: boolean
  /** Refresh counter of the session when the token was signed. */
  readonly counter: number
  readonly aal: Assurance
  /** The impersonator; null outside impersonation. */
  readonly impersonator: { readonly userId: string } | null
  /** True when this installation asks its administrators for a second factor. */
  readonly isStrict: boolean
}

/** Assurance level of a session: one factor (`aal1`) or two (`aal2`). */
export const assurances = ['aal1', 'aal2'] as const
export type Assurance = (typeof assurances)[number]

/** Reads and checks the Authorization header; throws `unauthenticated`. */
export type Authenticate = (authorization: string | undefined) => Promise<Claims>

/** The live session's row with its account. */
export type LiveSession = {
  name: string
  role: Role
  seen_counter: number
  aal: Assurance
  second_factor: boolean
  untrusted_reason: UntrustedReason | null
  /** Role of the account that acts as this one, itself in a live session; null outside impersonation. */
  impersonator_role: Role | null
}

/** The active membership with its company. */
export type LiveMember = {
  client_id: string | null
  provider_id: string | null
  time_zone: string
  company_status: 'active' | 'suspended'
  is_sample: boolean
  factor_policy: FactorPolicy | null
  decides: boolean
  /** True when a delegation of the company has ever named the member substitute. */
  was_substitute: boolean
  has_global_list: boolean
  /** True when whoever acts as the member is an active member as well. */
  impersonator_belongs: boolean
}

export type LiveRow = Omit<LiveSession, 'impersonator_role'> &
  Omit<LiveMember, 'impersonator_belongs'> & {
    /** True when an API token's last use has not been written for a minute. */
    readonly is_unmarked?: boolean
  }

export type Factors = {
  role: Role
  aal: Assurance
  second_factor: boolean
  /** The company's policy; null while it follows the program's, and outside any company. */
  factor_policy: FactorPolicy | null
  /** True when the person decides in the company; computed only where the policy depends on it, else false. */
  decides: boolean
}

/** The step that a live session still owes before it may work; null when it owes none. */
export function missingStep(
  { aal, second_factor, factor_policy, ...person }: Factors,
  claims: Pick<Claims, 'aal' | 'impersonator' | 'isStrict'>,
): 'second_step_required' | 'second_factor_missing' | null {
  // The impersonator has taken the step in the own session.
  if (claims.impersonator !== null || (aal === 'aal2' && claims.aal === 'aal2')) return null
  if (second_factor) return 'second_step_required'
  const duty = factorDuty(person, policyInForce(claims.isStrict, factor_policy))
  return duty === null ? null : 'second_factor_missing'
}

const threeDaysMs = 72 * 3_600_000

/** Why the account may be in somebody else's hands; null when nothing suggests it. Expects `account who`. */
export const untrustedReasonAt = (now: Date) => part`case
      when who.is_service then 'service_account'
      when who.email_confirmed_at is null then 'unconfirmed_address'
      when who.password_given then 'given_password'
      when who.credentials_changed_at > ${new Date(now.getTime() - threeDaysMs)} then 'changed_by_others' end`

/** True when the member signs in to the company with an account in their own hands. Expects `member m`, `account who`. */
export const isTrustedMember = (now: Date) =>
  part`m.active and who.active and ${untrustedReasonAt(now)} is null`

/** SQL of `decides` in `Factors`: false where the policy does not depend on it. Expects `member m`, `company co`. */
const decidesIfPolicyAsks = (now: Date) => part`case
      when co.second_factor_policy is distinct from 'deciders' then false else ${memberDecides(now)} end`

/** Columns of a membership that liveness reads. Expects `member m`, `company co`. */
export const membershipColumns = (now: Date) => part`
      m.client_id, m.provider_id, co.time_zone, co.status as company_status, co.sample_of is not null as is_sample,
      co.second_factor_policy as factor_policy, ${decidesIfPolicyAsks(now)} as decides,
      exists (select from delegation g where g.company_id = m.company_id and g.to_user = m.user_id) as was_substitute,
      exists (select from member_permission g where g.company_id = m.company_id and g.user_id = m.user_id) as has_global_list`

/**
 * Liveness: the two queries by which a session is live. One reads the session with its account, one the membership
 * with its company: no query joins rows of a company with rows outside, which may lie in another database.
 */
export function liveness(claims: Claims, companyId: string, now: Date): { session: Sql; member: Sql } {
  const { sessionId, userId, impersonator } = claims
  const impersonatorId = impersonator?.userId ?? null
  return {
    session: sql`
    select trim(who.name || ' ' || who.last_name) as name, who.role, s.seen_counter, s.aal, who.second_factor,
      ${untrustedReasonAt(now)} as untrusted_reason, ${impersonatorRole(now)} as impersonator_role
    from session s join account who on who.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.company_id = ${companyId}
      and s.not_after > ${now} and s.idle_after > ${now} and who.active
      and s.acting_user_id is not distinct from ${impersonatorId}::uuid`,
    member: sql`
    select ${membershipColumns(now)},
      ${impersonatorId}::uuid is not null and exists (
        select from member y where y.company_id = m.company_id and y.user_id = ${impersonatorId} and y.active) as impersonator_belongs
    from member m join company co on co.company_id = m.company_id
    where m.company_id = ${companyId} and m.user_id = ${userId} and m.active and co.status <> 'inactive'`,
  }
}

/** Role of the impersonator while their own session is live; null outside impersonation and otherwise. Expects `session s`. */
const impersonatorRole = (now: Date) => part`(
        select x.role from session p join account x on x.id = p.user_id
        where p.id = s.parent_id and p.user_id = s.acting_user_id and p.not_after > ${now} and p.idle_after > ${now}
          and x.active)`

/** The rows of a live session; null when session, person, membership or company has ended, or the impersonator may no longer act. */
export function liveRow(
  session: LiveSession | undefined,
  member: LiveMember | undefined,
  { impersonator }: Claims,
): LiveRow | null {
  if (!session || !member) return null
  const { impersonator_role: actingRole, ...person } = session
  const { impersonator_belongs: actorBelongs, ...membership } = member
  const mayAct =
    impersonator === null || actingRole === 'admin_saas' || (actingRole === 'admin' && actorBelongs)
  return mayAct ? { ...person, ...membership } : null
}

/** The actor that the claims of a token say, and what is remembered of the person. */
export function actorFromClaims(claims: Claims, companyId: string): Actor {
  const { userId, sessionId, tokenId, responsibleId, name, role, clientId, providerId, zone } = claims
  const { isSample, impersonator } = claims
  const impersonation = impersonator ? { impersonatorId: impersonator.userId } : {}
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
    ...(tokenId === undefined ? {} : { tokenId }),
    ...(responsibleId === undefined ? {} : { responsibleId }),
    ...(isSample ? { isSample } : {}),
    ...remembered.get(memberKey(companyId, userId)),
    ...impersonation,
  }
}

/** The actor that the rows of a live session say. */
export function liveActor(
  { untrustedReason: _, isSample: __, neverSubstitute: ___, withoutGlobalList: ____, ...claimed }: Actor,
  row: LiveRow,
): Actor {
  return {
    ...claimed,
    ...(row.untrusted_reason === null ? {} : { untrustedReason: row.untrusted_reason }),
    ...(row.is_sample ? { isSample: true } : {}),
    ...(row.was_substitute ? {} : { neverSubstitute: true }),
    ...(row.has_global_list ? {} : { withoutGlobalList: true }),
    name: row.name,
    role: row.role,
    clientId: row.client_id,
    providerId: row.provider_id,
    zone: row.time_zone,
    companySuspended: row.company_status === 'suspended',
  }
}

/** True when work that was begun as the claimed actor holds for the live one. */
export function sameActor(claimed: Actor, live: Actor): boolean {
  return (
    claimed.role === live.role &&
    claimed.clientId === live.clientId &&
    claimed.providerId === live.providerId &&
    claimed.zone === live.zone &&
    claimed.name === live.name &&
    claimed.companySuspended === live.companySuspended &&
    claimed.isSample === live.isSample &&
    claimed.untrustedReason === live.untrustedReason &&
    // Whatever was looked for without need has found nothing.
    (claimed.neverSubstitute === undefined || live.neverSubstitute === true) &&
    (claimed.withoutGlobalList === undefined || live.withoutGlobalList === true)
  )
}

/** Parts that need not be asked, by member, as their rows last said: a guess like the claims, which the rows read with the work confirm. */
const remembered = new Map<string, Pick<Actor, 'neverSubstitute' | 'withoutGlobalList'>>()
const maxRemembered = 50_000

const memberKey = (companyId: string, userId: string) => `${companyId} ${userId}`

/** Remembers for the member's next request what the rows say. */
export function rememberMember({ companyId, userId, neverSubstitute, withoutGlobalList }: Actor): void {
  const key = memberKey(companyId, userId)
  const known = remembered.get(key)
  if (known?.neverSubstitute === neverSubstitute && known?.withoutGlobalList === withoutGlobalList) return
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(key, {
    ...(neverSubstitute ? { neverSubstitute } : {}),
    ...(withoutGlobalList ? { withoutGlobalList } : {}),
  })
}

/** Records the highest counter of a used access token, by which `judgeRefresh` recognises theft. */
export function markSeen(claims: Claims): Sql {
  return sql`update session set seen_counter = ${claims.counter}
    where id = ${claims.sessionId} and seen_counter < ${claims.counter}`
}
