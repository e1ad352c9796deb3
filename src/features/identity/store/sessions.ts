/** Rows of `session`: where a person is signed in, and impersonations. */
import type { AuthenticationStep, SessionState } from '#features/identity/rules.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { Role } from '#kernel/actor.ts'
import type { Assurance } from '#server/auth/session.ts'
import { clock } from '#server/clock.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Session = SessionState & {
  readonly id: string
  readonly userId: string
  readonly companyId: string | null
  readonly hmacKey: Buffer
  readonly aal: Assurance
  readonly amr: readonly AuthenticationStep[]
  /** Impersonation: the impersonator's own session and user id; null for a session of one's own. */
  readonly parentId: string | null
  readonly impersonatorId: string | null
  /** Company whose provider opened the session: it works in no other and changes no credentials. Null for any other session. */
  readonly boundTo: string | null
}

export async function findSession(on: Statements, id: string): Promise<Session | null> {
  const [row] = await on.all<Session>(sql`select ${sessionColumns} from session where id = ${id}`)
  return row ?? null
}

/** The impersonator's own session, for a session of impersonation. */
export async function findParent(on: Statements, id: string): Promise<Session | null> {
  const [row] = await on.all<Session>(sql`select ${sessionColumns} from session
    where id = (select parent_id from session where id = ${id})`)
  return row ?? null
}

export async function lockSession(on: Statements, id: string): Promise<Session | null> {
  const [row] = await on.all<Session>(sql`select ${sessionColumns} from session where id = ${id} for update`)
  return row ?? null
}

const sessionColumns = part`
  id, user_id as "userId", company_id as "companyId", hmac_key as "hmacKey", counter,
  min_counter as "minCounter", seen_counter as "seenCounter", rotated_at as "rotatedAt",
  not_after as "notAfter", idle_after as "idleAfter", aal, amr,
  parent_id as "parentId", acting_user_id as "impersonatorId", bound_to as "boundTo"`

export async function insertSession(
  on: Statements,
  session: Session,
  from: { readonly ip: string; readonly userAgent: string | null },
): Promise<void> {
  await on.all(sql`
    insert into session (id, user_id, company_id, hmac_key, counter, rotated_at, created_at, not_after,
      idle_after, aal, amr, parent_id, acting_user_id, bound_to, ip, user_agent)
    values (${session.id}, ${session.userId}, ${session.companyId}, ${session.hmacKey}, ${session.counter},
      ${session.rotatedAt}, ${session.rotatedAt}, ${session.notAfter}, ${session.idleAfter}, ${session.aal},
      ${JSON.stringify(session.amr)}::jsonb, ${session.parentId}, ${session.impersonatorId}, ${session.boundTo},
      ${from.ip}, ${from.userAgent})`)
}

export async function saveRotation(on: Statements, session: Session): Promise<void> {
  await on.all(sql`
    update session set counter = ${session.counter}, rotated_at = ${session.rotatedAt},
      idle_after = ${session.idleAfter}, company_id = ${session.companyId}
    where id = ${session.id}`)
}

/** Saves a session after its second step; refresh tokens from before it no longer work. */
export async function saveStep(on: Statements, session: Session): Promise<void> {
  await on.all(sql`
    update session set counter = ${session.counter}, min_counter = ${session.minCounter}, aal = ${session.aal},
      amr = ${JSON.stringify(session.amr)}::jsonb, rotated_at = ${session.rotatedAt},
      idle_after = ${session.idleAfter}
    where id = ${session.id}`)
}

/** Ends the person's other sessions without a second step; returns their number. */
export async function deleteWeakSessions(on: Statements, userId: string, except: string): Promise<number> {
  const ended = await on.all(sql`
    delete from session where id in (
      select id from session where user_id = ${userId} and id <> ${except} and aal = 'aal1' and parent_id is null
      order by id for update) returning id`)
  return ended.length
}

/** Lowers all sessions of a person to one factor, once the person has no second factor. */
export async function weakenSessions(on: Statements, userId: string): Promise<void> {
  await on.all(sql`
    update session set aal = 'aal1', amr = coalesce((
      select jsonb_agg(step order by place) from jsonb_array_elements(amr) with ordinality as steps (step, place)
      where step ->> 'method' not in ('totp', 'recovery_code', 'webauthn')), '[]'::jsonb)
    where id in (select id from session where user_id = ${userId} order by id for update)`)
}

export type OpenSession = {
  readonly id: string
  readonly companyId: string | null
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly ip: string | null
  readonly userAgent: string | null
  readonly aal: Assurance
}

/** A person's open sessions, the latest used first, without other people's impersonations of them. */
export function findOpenSessions(on: Statements, userId: string, now: Date): Promise<OpenSession[]> {
  return on.all<OpenSession>(sql`
    select id, company_id as "companyId", created_at as "createdAt", rotated_at as "lastUsedAt", ip,
      user_agent as "userAgent", aal
    from session
    where user_id = ${userId} and parent_id is null and not_after > ${now} and idle_after > ${now}
    order by rotated_at desc, id desc`)
}

/** Moves a member's live session into the transaction's company, and returns its previous one; null when refused. */
export async function moveSessionToCompany(
  tx: TenantTx,
  sessionId: string,
  userId: string,
): Promise<{ companyId: string | null } | null> {
  const [before, member] = await Promise.all([
    tx.one<{ companyId: string | null }>(sql`
      select s.company_id as "companyId"
      from session s join account who on who.id = s.user_id
      where s.id = ${sessionId} and s.user_id = ${userId} and s.not_after > ${tx.now} and s.idle_after > ${tx.now}
        and who.active and who.role <> 'admin_saas'
        and (s.bound_to is null or s.bound_to = ${tx.companyId} or exists (
          select from account_company l
          where l.user_id = s.user_id and l.company = ${tx.companyId} and l.sample_of = s.bound_to))
      for update of s`),
    tx.one(sql`
      select m.user_id from member m join company co on co.company_id = m.company_id
      where m.company_id = ${tx.companyId} and m.user_id = ${userId} and m.active and co.status <> 'inactive'`),
  ])
  if (!before || !member) return null
  await tx.runOne(sql`update session set company_id = ${tx.companyId} where id = ${sessionId}`)
  return before
}

/**
 * Ends the devices that are told what waits for the person and whose session has run out: they outlive no end that
 * somebody wanted. Those of a session end with it.
 */
export async function deleteDetachedDevices(on: Statements, userId: string): Promise<void> {
  const now = clock.now()
  await on.all(sql`
    delete from push_device where user_id = ${userId} and (session_id is null or session_id in (
      select id from session where user_id = ${userId} and (not_after < ${now} or idle_after < ${now})))`)
}

/** Ends a session. True when this call ended it. */
export async function deleteSession(on: Statements, id: string): Promise<boolean> {
  return (await on.all(sql`delete from session where id = ${id} returning id`)).length > 0
}

/**
 * Ends all sessions of a person, or all but one; locked by id, so that concurrent calls do not deadlock. Where all end, the
 * account may be in other hands: the person's API tokens are void as well.
 */
export async function deleteSessions(on: Statements, userId: string, except: string | null): Promise<number> {
  if (except === null)
    await on.all(sql`update account set tokens_void_at = ${clock.now()} where id = ${userId}`)
  await deleteDetachedDevices(on, userId)
  const ended = await on.all(sql`
    delete from session where id in (
      select id from session where user_id = ${userId} and id is distinct from ${except}::uuid
      order by id for update) returning id`)
  return ended.length
}

/** Sample companies of the people of a company. */
const samplesOfCompanysPeople = (companyId: string) =>
  part`(select l.company from account_company l where l.sample_of = ${companyId})`

/** Ends a person's sessions in one company and in their sample of it; returns their number. */
export async function deleteSessionsIn(on: Statements, userId: string, companyId: string): Promise<number> {
  await deleteDetachedDevices(on, userId)
  const ended = await on.all(sql`
    delete from session where id in (
      select id from session where user_id = ${userId}
        and (company_id = ${companyId} or company_id in ${samplesOfCompanysPeople(companyId)})
      order by id for update) returning id`)
  return ended.length
}

/** Ends all sessions in a company and in its samples; returns their number. */
export async function deleteSessionsOfCompany(on: Statements, companyId: string): Promise<number> {
  const ended = await on.all(sql`
    delete from session where id in (
      select id from session where company_id = ${companyId} or company_id in ${samplesOfCompanysPeople(companyId)}
      order by id for update) returning id`)
  return ended.length
}

/** Ends the sessions that a company's provider opened, but for one, and the devices of those that ran out. */
export async function deleteBoundSessions(on: Statements, companyId: string, except: string): Promise<void> {
  await on.all(sql`delete from push_device where bound_to = ${companyId} and session_id is null`)
  await on.all(sql`
    delete from session where id in (
      select id from session where bound_to = ${companyId} and id <> ${except} order by id for update) returning id`)
}

/** Deletes expired sessions; returns their number. Devices that are told what waits for their people stay. */
export async function deleteEndedSessions(on: Statements, now: Date): Promise<number> {
  await on.all(sql`
    update push_device set session_id = null, detached_at = ${now}
    where session_id in (select id from session where not_after < ${now} or idle_after < ${now})`)
  const ended = await on.all(sql`
    delete from session where not_after < ${now} or idle_after < ${now} returning id`)
  return ended.length
}

/** The member to impersonate: by user id, a client's main account by the client's id, or, with null, the first active administrator. */
export async function findMemberToImpersonate(
  tx: TenantTx,
  userId: string | null,
): Promise<{ userId: string; role: Role; active: boolean } | null> {
  return tx.one(sql`
    select who.id as "userId", who.role, who.active and m.active and co.status <> 'inactive' as active
    from member m join account who on who.id = m.user_id join company co on co.company_id = m.company_id
    where m.company_id = ${tx.companyId}
      and (m.user_id = ${userId}::uuid or m.client_id = ${userId}::uuid and who.role = 'client' or ${userId}::uuid is null and who.role = 'admin' and who.active and m.active)
    order by m.created_at, who.id limit 1`)
}
