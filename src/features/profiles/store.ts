/** Queries of the accounts behind profiles, and of the companies of their people. */
import type { Affiliation, Profile } from '#features/profiles/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { type Sql, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** The accounts behind some profiles, locked in order until the transaction ends. */
export const lockAccounts = (ids: readonly string[]): Sql => sql`
  select id, name, last_name as "lastName", email, role, active as "accountActive",
    not active and requested_role is not null as "isPending",
    last_sign_in_at is not null as "wasUsed",
    (select count(*)::int from account_company c where c.user_id = account.id and c.sample_of is null) as companies
  from account where id = any (${ids}::uuid[]) order by id for no key update`

export type AccountRow = Omit<Profile, 'active' | 'activeCompanies'>

/** Pairs of person and company, in the order of companies in which they are locked. */
export const companiesQuery = (ids: readonly string[]): Sql => sql`
  select user_id as "userId", company as "companyId" from account_company
  where user_id = any (${ids}::uuid[]) and sample_of is null order by company, user_id`

/** Query for a live session of an active person of this role; no row otherwise. */
export const isStillRole = (sessionId: string, role: Role, now: Date): Sql => sql`
  select s.id from session s join account who on who.id = s.user_id
  where s.id = ${sessionId} and s.parent_id is null and s.not_after > ${now} and s.idle_after > ${now}
    and who.active and who.role = ${role}`

export async function loadAffiliation(tx: TenantTx, userId: string): Promise<Affiliation | null> {
  return tx.one<Affiliation>(sql`
    select client_id as "clientId", provider_id as "providerId" from member
    where company_id = ${tx.companyId} and user_id = ${userId}`)
}

export async function saveAffiliation(tx: TenantTx, userId: string, to: Affiliation): Promise<void> {
  await tx.runOne(sql`
    update member set client_id = ${to.clientId}, provider_id = ${to.providerId}
    where company_id = ${tx.companyId} and user_id = ${userId}`)
}
