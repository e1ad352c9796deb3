/** Revenue and usage of the companies. */
import { customerList } from '#features/platform/list.ts'
import {
  paidUsd,
  revenueByMonth,
  type SubscriptionChange,
  type SubscriptionHistory,
  totalRevenue,
  usageTrend,
} from '#features/platform/rules/revenue.ts'
import type { CustomerWire, getRevenue, listCustomers } from '#features/platform/wire/monetization.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { moneyToWire } from '#kernel/wire.ts'
import type { Db } from '#server/database/db.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { part, search, sql } from '#server/database/sql.ts'

/**
 * Revenue by month, from each company's current subscription and status and from the changes in its journal.
 */
export async function revenue(db: Db, now: Date): Promise<ResponseOf<typeof getRevenue>> {
  const [companies, changes] = await Promise.all([
    db.run<Omit<SubscriptionHistory, 'changes'> & { id: string }>(sql`
      select company_id as id, plan, status, created_at as "createdAt" from company`),
    db.run<SubscriptionChange & { companyId: string }>(sql`
      select company_id as "companyId", at, plan_before as "planBefore", status_before as "statusBefore"
      from event where (plan_before is not null or status_before is not null)
        and at > ${now}::timestamptz - interval '13 months'`),
  ])
  const changesByCompany = Map.groupBy(changes, change => change.companyId)
  const histories = companies.map(company => ({
    ...company,
    changes: changesByCompany.get(company.id) ?? [],
  }))
  const { average, ...figures } = totalRevenue(companies)
  return {
    ...figures,
    average: average && moneyToWire(average),
    months: [...revenueByMonth(histories, now)],
  }
}

type Row = Omit<CustomerWire, 'monthlyUsd' | 'usageTrend'> & {
  latest: number
  before: number
  sort_key: string
}

export async function customerPage(
  db: Db,
  asked: QueryOf<typeof listCustomers>,
  now: Date,
): Promise<ResponseOf<typeof listCustomers>> {
  const page = keysetPage(customerList, asked, {
    id: part`co.company_id`,
    keys: { name: part`fold(co.name) collate "C"`, date: part`co.created_at` },
  })
  const found = await db.run<Row>(search`
    select co.company_id as id, co.name as "companyName", co.time_zone as "timeZone", co.plan, co.status,
      co.created_at as "joinedAt",
      (select count(*)::int from member m where m.company_id = co.company_id and m.active) as users,
      (select count(*)::int from project p where p.company_id = co.company_id and p.status = 'active') as projects,
      (select count(*)::int from document d where d.company_id = co.company_id) as documents,
      (select count(*)::int from contract c where c.company_id = co.company_id) as contracts,
      ${documentsMadeBetween(now, 30, 0)} as latest, ${documentsMadeBetween(now, 60, 30)} as before,
      ${page.cursorText(page.key)} as sort_key
    from company co where true ${page.afterCursor} order by ${page.orderBy()} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(customerFromRow), next }
}

function customerFromRow({ latest, before, sort_key: _, ...row }: Row): CustomerWire {
  return { ...row, monthlyUsd: paidUsd(row), usageTrend: usageTrend(latest, before) }
}

/** Number of a company's orders made between so many and so many days ago; expects `company` as `co`. */
const documentsMadeBetween = (now: Date, from: number, until: number) => part`
  (select count(*)::int from document d where d.company_id = co.company_id
    and d.created_at > ${now}::timestamptz - ${from}::int * interval '1 day'
    and d.created_at <= ${now}::timestamptz - ${until}::int * interval '1 day')`
