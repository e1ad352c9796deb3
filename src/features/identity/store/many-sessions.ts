/** Sessions of everybody, of the people of a company, or of one person, for the operator. */
import type { OpenImpersonation } from '#features/identity/store/impersonations.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { part, sql } from '#server/database/sql.ts'

/** One person, the people of one company, or, with neither, everybody. */
export type Whose = { readonly userId?: string | undefined; readonly companyId?: string | undefined }

const isTheirs = ({ userId, companyId }: Whose, id: ReturnType<typeof part>) => {
  if (userId !== undefined) return part`${id} = ${userId}`
  if (companyId === undefined) return part`true`
  return part`${id} in (select user_id from account_company where company = ${companyId})`
}

/** Ids of those who have a session, or a device that is told what waits for them. */
export async function findPeopleInside(on: Statements, whose: Whose): Promise<string[]> {
  const found = await on.all<{ id: string }>(sql`
    select id from (
      select user_id as id from session where parent_id is null and ${isTheirs(whose, part`user_id`)}
      union select user_id from push_device where ${isTheirs(whose, part`user_id`)}) inside
    order by id`)
  return found.map(({ id }) => id)
}

/** People with sessions of their own that are open, those sessions, and the open views of others. */
export async function countOpenSessions(
  on: Statements,
  whose: Whose,
  now: Date,
): Promise<{ people: number; sessions: number; views: number }> {
  const inCompany = whose.companyId === undefined ? part`false` : part`s.company_id = ${whose.companyId}`
  const [count] = await on.all<{ people: number; sessions: number; views: number }>(sql`
    select count(distinct s.user_id) filter (where s.parent_id is null)::int as people,
      count(*) filter (where s.parent_id is null)::int as sessions,
      count(*) filter (where s.parent_id is not null)::int as views
    from session s
    where s.not_after > ${now} and s.idle_after > ${now}
      and (${isTheirs(whose, part`coalesce(s.acting_user_id, s.user_id)`)} or s.parent_id is not null and ${inCompany})`)
  return count ?? { people: 0, sessions: 0, views: 0 }
}

/** Number of these sessions that are open, by the company in which they work. */
export function countLiveSessions(
  on: Statements,
  ids: readonly string[],
  now: Date,
): Promise<{ companyId: string | null; sessions: number }[]> {
  return on.all(sql`
    select company_id as "companyId", count(*)::int as sessions from session
    where id = any (${ids}::uuid[]) and not_after > ${now} and idle_after > ${now}
    group by company_id order by company_id`)
}

export function findViewsOfCompany(on: Statements, companyId: string): Promise<OpenImpersonation[]> {
  return on.all<OpenImpersonation>(sql`
    select id, company_id as "companyId", user_id as "impersonatedId" from session
    where parent_id is not null and company_id = ${companyId} order by id for update`)
}

/** Ids of the companies of a person. */
export async function companiesOfPerson(on: Statements, userId: string): Promise<string[]> {
  const found = await on.all<{ company: string }>(sql`
    select company from account_company where user_id = ${userId} order by company`)
  return found.map(({ company }) => company)
}
