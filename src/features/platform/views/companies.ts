/** Companies for the platform's operators, through the database role that sees no more than these columns. */
import { companyList } from '#features/platform/list.ts'
import { type Subscription, totalRevenue } from '#features/platform/rules/revenue.ts'
import { endingSoon } from '#features/platform/views/contracts.ts'
import { type RowCounts, toRowCounts } from '#features/platform/views/row-counts.ts'
import type {
  CompanyRowWire,
  getSummary,
  listCompanies,
  listOrganisations,
} from '#features/platform/wire/companies.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import type { Db } from '#server/database/db.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { part, search, sql } from '#server/database/sql.ts'

export async function companyPage(
  db: Db,
  query: QueryOf<typeof listCompanies>,
): Promise<ResponseOf<typeof listCompanies>> {
  const page = keysetPage(companyList, query, {
    id: part`co.company_id`,
    keys: { name: part`fold(co.name) collate "C"`, date: part`co.created_at` },
  })
  const found = await db.run<CompanyRowWire & { sort_key: string }>(search`
    select co.company_id as id, co.name, co.email, co.plan, co.status, co.created_at as "createdAt",
      (select count(*)::int from member m where m.company_id = co.company_id and m.active) as users,
      (select count(*)::int from project p where p.company_id = co.company_id and p.status = 'active') as projects,
      (select count(*)::int from document d where d.company_id = co.company_id) as documents,
      (select e.at from event e join member m on m.company_id = e.company_id and m.user_id = e.actor_id
        where e.company_id = co.company_id order by e.id desc limit 1) as "lastActivityAt",
      ${page.cursorText(page.key)} as sort_key
    from company co
    where true ${filtered(query)} ${page.afterCursor}
    order by ${page.orderBy()} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(({ sort_key: _, ...company }) => company), next }
}

/** Row counts of the list of companies: one row each. */
export async function companyRowCounts(db: Db, filters: Filters): Promise<RowCounts> {
  return toRowCounts(
    await db.run(search`
      select co.company_id as "companyId", 1 as rows from company co where true ${filtered(filters)}`),
  )
}

type Filters = FilterValues<typeof companyList>

const filtered = (filters: Filters) =>
  filteredBy(companyList, filters, {
    q: typed => part`fold(co.name || ' ' || co.email) like ${containing(typed)}`,
  })

type Named = { id: string; name: string }

export async function organisations(
  db: Db,
  companyId: string,
): Promise<ResponseOf<typeof listOrganisations> | null> {
  const [found, clients, providers] = await Promise.all([
    db.run(sql`select company_id from company where company_id = ${companyId}`),
    db.run<Named>(sql`select id, name from client
      where company_id = ${companyId} and status = 'active' order by name, id limit 1000`),
    db.run<Named>(sql`select id, name from provider
      where company_id = ${companyId} and status = 'active' order by name, id limit 1000`),
  ])
  return found.length === 0 ? null : { clients, providers }
}

/** Number of a company's latest seats that the average waiting time is taken from. */
const decisionsInAverage = 200

/** Figures of the platform, without the companies that people make for themselves. */
export async function platformSummary(
  db: Db,
  now: Date,
): Promise<Omit<ResponseOf<typeof getSummary>, 'ownCompanies'>> {
  const month = `${now.toISOString().slice(0, 7)}-01T00:00:00Z`
  const [companies, [counts], [pace]] = await Promise.all([
    db.run<Subscription>(sql`select plan, status from company`),
    db.run<Counts>(sql`
      select (select count(*)::int from document d join company co on co.company_id = d.company_id
          where d.created_at >= ${month}) as "monthlyOrders",
        (select count(*)::int from contract c join company co on co.company_id = c.company_id
          where ${endingSoon(now)}) as "endingContracts",
        (select count(distinct m.user_id)::int from member m join account who on who.id = m.user_id
          join company co on co.company_id = m.company_id where m.active and who.active) as "activeUsers",
        (select count(*)::int from approval a join company co on co.company_id = a.company_id
          where a.status = 'pending') as "pendingApprovals"`),
    db.run<{ hours: number | null }>(sql`
      select (avg(extract(epoch from l.decided_at - l.created_at)) / 3600)::float8 as hours
      from company co cross join lateral (select created_at, decided_at from approval a
        where a.company_id = co.company_id order by a.id desc limit ${decisionsInAverage}) l
      where l.decided_at is not null`),
  ])
  const { customers: activeCompanies, mrrUsd } = totalRevenue(companies)
  return { ...(counts ?? noCounts), activeCompanies, averageApprovalHours: pace?.hours ?? null, mrrUsd }
}

type Counts = {
  monthlyOrders: number
  endingContracts: number
  activeUsers: number
  pendingApprovals: number
}
const noCounts: Counts = { monthlyOrders: 0, endingContracts: 0, activeUsers: 0, pendingApprovals: 0 }
