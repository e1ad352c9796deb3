/** Contracts of all companies: their figures and dates, without their texts. */
import { contractFiguresList } from '#features/platform/list.ts'
import { type RowCounts, toRowCounts } from '#features/platform/views/row-counts.ts'
import type {
  ContractFiguresWire,
  getContractFigures,
  listContractFigures,
} from '#features/platform/wire/contracts.ts'
import type { ParamsOf, QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import type { Db } from '#server/database/db.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { part, search, sql } from '#server/database/sql.ts'

/**
 * Predicate: active contract whose last day is within thirty days in its company's zone; expects `contract` as
 * `k` and `company` as `c`.
 */
export const endingSoon = (now: Date) => part`k.status = 'active' and k.ends_on
  between (${now}::timestamptz at time zone c.time_zone)::date
  and (${now}::timestamptz at time zone c.time_zone)::date + 30`

/**
 * Columns of a contract's figures; expects `contract` as `k`, `company` as `c`, and its summed slots as `s`.
 */
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

type Narrowed = FilterValues<typeof contractFiguresList>

export async function contractFiguresPage(
  db: Db,
  query: QueryOf<typeof listContractFigures>,
  now: Date,
): Promise<ResponseOf<typeof listContractFigures>> {
  const page = keysetPage(contractFiguresList, query, {
    id: part`(k.company_id || '/' || k.id) collate "C"`,
    keys: { date: part`k.created_at`, ends: part`k.ends_on`, company: part`fold(c.name) collate "C"` },
  })
  const sortKey = part`k.sort_key`
  const found = await db.run<ContractFiguresWire & { sort_key: string }>(search`
    select ${figures}, ${page.cursorText(sortKey)} as sort_key from (
      select ${readable}, ${page.key} as sort_key from contract k join company c on c.company_id = k.company_id
      where true ${narrowed(query, now)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}) k
    join company c on c.company_id = k.company_id ${slots}
    order by ${page.orderBy(sortKey)}`)
  const { rows, next } = page.cutPage(
    found.map(({ sort_key, ...row }) => ({ id: `${row.companyId}/${row.id}`, sort_key, row })),
  )
  return { items: rows.map(({ row }) => row), next }
}

export async function contractFiguresRowCounts(db: Db, asked: Narrowed, now: Date): Promise<RowCounts> {
  return toRowCounts(
    await db.run(search`
      select k.company_id as "companyId", count(*)::int as rows
      from contract k join company c on c.company_id = k.company_id
      where true ${narrowed(asked, now)} group by k.company_id`),
  )
}

/** Columns that the platform may read. */
const readable = part`
  k.company_id, k.id, k.type, k.status, k.currency, k.total_minor, k.starts_on, k.ends_on, k.created_at`

const narrowed = (filters: Narrowed, now: Date) =>
  filteredBy(contractFiguresList, filters, {
    q: typed => part`(fold(c.name) like ${containing(typed)} or fold(k.id) like ${containing(typed)})`,
    status: status => part`k.status = ${status}`,
    state: () => endingSoon(now),
  })

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
