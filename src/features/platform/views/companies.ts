/** What the platform reads of all companies, through the role that sees no more than these columns. */
import { revenueOf, type Standing } from '#features/platform/rules/revenue.ts'
import { endingSoon } from '#features/platform/views/contracts.ts'
import { type Page, pageOf, pageSize } from '#features/platform/views/page.ts'
import type { CompanyRowWire, getSummary, listOrganisations } from '#features/platform/wire/companies.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import type { Db } from '#server/db.ts'
import { nothing, part, search, sql } from '#server/sql.ts'

type CompaniesAsked = { readonly q?: string | undefined; readonly after?: string | undefined }

export async function companyPage(db: Db, { q, after }: CompaniesAsked): Promise<Page<CompanyRowWire>> {
  const rows = await db.run<CompanyRowWire>(search`
    select c.company_id as id, c.name, c.email, c.plan, c.status, c.created_at as "createdAt",
      (select count(*)::int from member m where m.company_id = c.company_id and m.active) as users,
      (select count(*)::int from project p where p.company_id = c.company_id and p.status = 'active') as projects,
      (select count(*)::int from document d where d.company_id = c.company_id) as documents,
      (select e.at from event e join member m on m.company_id = e.company_id and m.user_id = e.actor_id
        where e.company_id = c.company_id order by e.id desc limit 1) as "lastActivityAt"
    from company c
    where true ${q ? part`and fold(c.name || ' ' || c.email) like ${containing(q)}` : nothing}
      ${after ? part`and (c.name, c.company_id) > (select name, company_id from company where company_id = ${after})` : nothing}
    order by c.name, c.company_id limit ${pageSize + 1}`)
  return pageOf(rows)
}

type Named = { id: string; name: string }

export async function organisations(
  db: Db,
  companyId: string,
): Promise<ResponseOf<typeof listOrganisations> | null> {
  const [there, clients, providers] = await Promise.all([
    db.run(sql`select company_id from company where company_id = ${companyId}`),
    db.run<Named>(sql`select id, name from client
      where company_id = ${companyId} and status = 'active' order by name, id limit 1000`),
    db.run<Named>(sql`select id, name from provider
      where company_id = ${companyId} and status = 'active' order by name, id limit 1000`),
  ])
  return there.length === 0 ? null : { clients, providers }
}

/** Decisions of each company that the average looks at. */
const latest = 200

export async function platformSummary(db: Db, now: Date): Promise<ResponseOf<typeof getSummary>> {
  const month = `${now.toISOString().slice(0, 7)}-01T00:00:00Z`
  const [companies, [counts], [pace]] = await Promise.all([
    db.run<Standing>(sql`select plan, status from company`),
    db.run<Counts>(sql`
      select coalesce(sum((select count(*) from document d
          where d.company_id = c.company_id and d.created_at >= ${month})), 0)::int as "monthlyOrders",
        coalesce(sum((select count(*) from contract k
          where k.company_id = c.company_id and ${endingSoon(now)})), 0)::int as "endingContracts",
        (select count(distinct m.user_id)::int from member m join account a on a.id = m.user_id
          where m.active and a.active) as "activeUsers",
        (select count(*)::int from approval where status = 'pending') as "pendingApprovals"
      from company c`),
    db.run<{ hours: number | null }>(sql`
      select (avg(extract(epoch from l.decided_at - l.created_at)) / 3600)::float8 as hours
      from company c cross join lateral (select created_at, decided_at from approval a
        where a.company_id = c.company_id order by a.id desc limit ${latest}) l
      where l.decided_at is not null`),
  ])
  const { customers: activeCompanies, mrrUsd } = revenueOf(companies)
  return { ...(counts ?? none), activeCompanies, averageApprovalHours: pace?.hours ?? null, mrrUsd }
}

type Counts = {
  monthlyOrders: number
  endingContracts: number
  activeUsers: number
  pendingApprovals: number
}
const none: Counts = { monthlyOrders: 0, endingContracts: 0, activeUsers: 0, pendingApprovals: 0 }
