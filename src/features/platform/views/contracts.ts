/** Contracts of all companies: their figures and dates, none of their words. */
import { pageOf, pageSize } from '#features/platform/views/page.ts'
import type {
  ContractFiguresWire,
  getContractFigures,
  listContractFigures,
} from '#features/platform/wire/contracts.ts'
import type { ParamsOf, QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import type { Db } from '#server/db.ts'
import { nothing, part, search, sql } from '#server/sql.ts'

/** Active ones whose last day comes within thirty, on the calendar of the company `c`. */
export const endingSoon = (now: Date) => part`k.status = 'active' and k.ends_on
  between (${now}::timestamptz at time zone c.time_zone)::date
  and (${now}::timestamptz at time zone c.time_zone)::date + 30`

/** The contract `k` of the company `c`, with its slots summed as `s`. */
const figures = part`
  k.id, k.company_id as "companyId", c.name as "companyName", c.time_zone as "timeZone", k.type, k.status,
  k.starts_on as "startsOn", k.ends_on as "endsOn", k.created_at as "createdAt",
  json_build_object(
    'total', json_build_object('minor', k.total_minor::text, 'currency', k.currency),
    'requested', json_build_object('minor', s.requested::text, 'currency', k.currency),
    'committed', json_build_object('minor', s.committed::text, 'currency', k.currency),
    'used', json_build_object('minor', s.used::text, 'currency', k.currency)) as balance`

const slots = part`
  cross join lateral (
    select coalesce(sum(b.requested_minor), 0) as requested, coalesce(sum(b.committed_minor), 0) as committed,
      coalesce(sum(b.used_minor), 0) as used
    from budget_slot b where b.company_id = k.company_id and b.contract_id = k.id) s`

export async function contractFiguresPage(
  db: Db,
  { q, status, state, after }: QueryOf<typeof listContractFigures>,
  now: Date,
): Promise<ResponseOf<typeof listContractFigures>> {
  const wanted = q?.trim() ? containing(q.trim()) : null
  const [company, id] = after?.split('/') ?? []
  const rows = await db.run<ContractFiguresWire>(search`
    select ${figures} from (
      select k.* from (select company_id, id, type, status, currency, total_minor, starts_on, ends_on, created_at
        from contract) k join company c on c.company_id = k.company_id
      where true ${status ? part`and k.status = ${status}` : nothing}
        ${state ? part`and ${endingSoon(now)}` : nothing}
        ${wanted ? part`and (fold(c.name) like ${wanted} or fold(k.id) like ${wanted})` : nothing}
        ${after ? part`and (k.created_at, k.company_id, k.id) < (select created_at, company_id, id from contract where company_id = ${company} and id = ${id})` : nothing}
      order by k.created_at desc, k.company_id desc, k.id desc limit ${pageSize + 1}) k
    join company c on c.company_id = k.company_id ${slots}
    order by k.created_at desc, k.company_id desc, k.id desc`)
  const { items, next } = pageOf(rows.map(row => ({ id: `${row.companyId}/${row.id}`, row })))
  return { items: items.map(({ row }) => row), next }
}

export async function contractFigures(
  db: Db,
  { companyId, contractId }: ParamsOf<typeof getContractFigures>,
): Promise<ResponseOf<typeof getContractFigures> | null> {
  const [row] = await db.run<ResponseOf<typeof getContractFigures>>(sql`
    select ${figures}, (select count(*)::int from document d
      where d.company_id = k.company_id and d.contract_id = k.id) as orders
    from contract k join company c on c.company_id = k.company_id ${slots}
    where k.company_id = ${companyId} and k.id = ${contractId}`)
  return row ?? null
}
