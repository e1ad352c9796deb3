/** Accounts of all companies, for the platform's operators. */

import { userList } from '#features/platform/list.ts'
import type { RowCounts } from '#features/platform/views/row-counts.ts'
import type { listUsers, UserRowWire } from '#features/platform/wire/users.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import type { Db } from '#server/database/db.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { part, search } from '#server/database/sql.ts'

type Filters = FilterValues<typeof userList>

/** Accounts with the companies they belong to. `newEmail`: only an address that somebody else gave. */
export async function userPage(
  db: Db,
  query: QueryOf<typeof listUsers>,
): Promise<{ items: UserRowWire[]; next: string | null }> {
  const page = keysetPage(userList, query, {
    id: part`who.id`,
    keys: {
      date: part`who.created_at`,
      name: part`who.search`,
      seen: part`coalesce(who.last_sign_in_at, timestamptz 'epoch')`,
    },
  })
  const found = await db.run<Omit<UserRowWire, 'companies'> & { sort_key: string }>(search`
    select who.id, trim(who.name || ' ' || who.last_name) as name, who.email,
      case when who.new_email_by is not null then who.new_email end as "newEmail", who.role, who.active,
      case when not who.active then who.requested_role end as "requestedRole",
      who.email_confirmed_at is not null as "isConfirmed", who.second_factor as "hasSecondFactor",
      who.last_sign_in_at as "lastSignInAt", who.created_at as "createdAt",
      ${page.cursorText(page.key)} as sort_key
    from account who
    where not who.is_service and ${isNoSamplePerson} ${filtered(query)} ${page.afterCursor}
    order by ${page.orderBy()} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(found)
  const companies = await companiesByUser(
    db,
    rows.map(({ id }) => id),
  )
  return {
    items: rows.map(({ sort_key: _, ...user }) => ({ ...user, companies: companies.get(user.id) ?? [] })),
    next,
  }
}

/** Companies of these accounts, by name. */
async function companiesByUser(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, UserRowWire['companies']>> {
  const found = await db.run<UserRowWire['companies'][number] & { userId: string }>(search`
    select belongs.user_id as "userId", co.company_id as id, co.name, m.active
    from account_company belongs
    join member m on m.company_id = belongs.company and m.user_id = belongs.user_id
    join company co on co.company_id = m.company_id
    where belongs.user_id = any (${userIds}::uuid[]) order by co.name`)
  const rows = found.map(({ userId, ...company }) => ({ userId, company }))
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, of]) => [
      userId,
      of.map(({ company }) => company),
    ]),
  )
}

/** Row counts of the list of accounts: an account of two companies counts for both, one of none for nobody. */
export async function userRowCounts(db: Db, filters: Filters): Promise<RowCounts> {
  const [[counted], companies] = await Promise.all([
    db.run<{ rows: number }>(
      search`select count(*)::int as rows from account who where not who.is_service and ${isNoSamplePerson} ${filtered(filters)}`,
    ),
    db.run<RowCounts['companies'][number]>(search`
      select x.company as "companyId", count(*)::int as rows
      from account who join account_company x on x.user_id = who.id
      join company co on co.company_id = x.company where not who.is_service ${filtered(filters)} group by x.company`),
  ])
  return { rows: counted?.rows ?? 0, companies }
}

/** Condition that an account is no invented person of a sample, whose company the platform does not see; expects `account` as `who`. */
const isNoSamplePerson = part`(not exists (select from account_company x where x.user_id = who.id) or exists (
  select from account_company x where x.user_id = who.id and x.company in (select company_id from company)))`

const filtered = (filters: Filters) =>
  filteredBy(userList, filters, {
    q: typed => part`who.search like ${containing(typed)}`,
    companyId: id =>
      part`exists (select from account_company x where x.user_id = who.id and x.company = ${id})`,
    // The list's only choice: registrations that wait for their activation.
    state: () => part`not who.active and who.requested_role is not null`,
  })
