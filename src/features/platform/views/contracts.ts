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
 * `c` and `company` as `co`.
 */
export const endingSoon = (now: Date) => part`c.status = 'active' and c.ends_on
  between (${now}::timestamptz at time zone co.time_zone)::date
  and (${now}::timestamptz at time zone co.time_zone)::date + 30`

/**
 * Columns of a contract's figures; expects `contract` as `c`, `company` as `co`, and its summed slots as `s`.
 */
const figures = part`
  c.id, c.company_id as "companyId", co.name as "companyName", co.time_zone as "timeZone", c.type, c.status,
  c.starts_on as "startsOn", c.ends_on as "endsOn", c.created_at as "createdAt",
  json_build_object(
    'total', json_build_object('minor', c.total_minor::text, 'currency', c.currency),
    'requested', json_build_object('minor', s.requested::text, 'currency', c.currency),
    'committed', json_build_object('minor', s.committed::text, 'currency', c.currency),
    'used', json_build_object('minor', s.used::text, 'currency', c.currency)) as balance`

const slots = part`
  cross join lateral (
    select coalesce(sum(b.requested_minor), 0) as requested, coalesce(sum(b.committed_minor), 0) as committed,
      coalesce(sum(b.used_minor), 0) as used
    from budget_slot b where b.company_id = c.company_id and b.contract_id = c.id) s`

type Filters = FilterValues<typeof contractFiguresList>

export async function contractFiguresPage(
  db: Db,
  query: QueryOf<typeof listContractFigures>,
  now: Date,
): Promise<ResponseOf<typeof listContractFigures>> {
  const page = keysetPage(contractFiguresList, query, {
    id: part`(c.company_id || '/' || c.id) collate "C"`,
    keys: { date: part`c.created_at`, ends: part`c.ends_on`, company: part`fold(co.name) collate "C"` },
  })
  const sortKey = part`c.sort_key`
  const found = await db.run<ContractFiguresWire & { sort_key: string }>(search`
    select ${figures}, ${page.cursorText(sortKey)} as sort_key from (
      select ${readable}, ${page.key} as sort_key from contract c join company co on co.company_id = c.company_id
      where true ${filtered(query, now)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}) c
    join company co on co.company_id = c.company_id ${slots}
    order by ${page.orderBy(sortKey)}`)
  const { rows, next } = page.cutPage(
    found.map(({ sort_key, ...row }) => ({ id: `${row.companyId}/${row.id}`, sort_key, row })),
  )
  return { items: rows.map(({ row }) => row), next }
}

export async function contractFiguresRowCounts(db: Db, asked: Filters, now: Date): Promise<RowCounts> {
  return toRowCounts(
    await db.run(search`
      select c.company_id as "companyId", count(*)::int as rows
      from contract c join company co on co.company_id = c.company_id
      where true ${filtered(asked, now)} group by c.company_id`),
  )
}

/** Columns that the platform may read. */
const readable = part`
  c.company_id, c.id, c.type, c.status, c.currency, c.total_minor, c.starts_on, c.ends_on, c.created_at`

const filtered = (filters: Filters, now: Date) =>
  filteredBy(contractFiguresList, filters, {
    q: typed => part`(fold(co.name) like ${containing(typed)} or fold(c.id) like ${containing(typed)})`,
    status: status => part`c.status = ${status}`,
    state: () => endingSoon(now),
  })

export async function contractFigures(
  db: Db,
  { companyId, contractId }: ParamsOf<typeof getContractFigures>,
): Promise<ResponseOf<typeof getContractFigures> | null> {
  const [row] = await db.run<ResponseOf<typeof getContractFigures>>(sql`
    select ${figures}, (select count(*)::int from document d
      where d.company_id = c.company_id and d.contract_id = c.id) as orders
    from contract c join company co on co.company_id = c.company_id ${slots}
    where c.company_id = ${companyId} and c.id = ${contractId}`)
  return row ?? null
}
