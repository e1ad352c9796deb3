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
import type { Currency } from '#kernel/money.ts'
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

/** Columns of a contract's figures; expects `contract` as `c` and `company` as `co`. */
const figureColumns = part`
  c.id, c.company_id as "companyId", co.name as "companyName", co.time_zone as "timeZone", c.type, c.status,
  c.starts_on as "startsOn", c.ends_on as "endsOn", c.created_at as "createdAt", c.total_minor::text as total, c.currency`

type ContractRow = Omit<ContractFiguresWire, 'balance'> & {
  readonly total: string
  readonly currency: Currency
}

/** Amounts of a contract in minor units. */
type ContractCharges = { readonly requested: string; readonly committed: string; readonly used: string }
const noCharges: ContractCharges = { requested: '0', committed: '0', used: '0' }

/** Contracts with their balances, in a second query: a distributed database joins no page of many companies with their slots. */
async function withBalances<Row extends ContractRow>(db: Db, contracts: readonly Row[]) {
  const slots = await db.run<ContractCharges & { companyId: string; contractId: string }>(search`
    select company_id as "companyId", contract_id as "contractId", sum(requested_minor)::text as requested,
      sum(committed_minor)::text as committed, sum(used_minor)::text as used
    from budget_slot where company_id = any (${contracts.map(({ companyId }) => companyId)}::uuid[])
      and contract_id = any (${contracts.map(({ id }) => id)}::text[])
    group by company_id, contract_id`)
  const chargesByContract = new Map(slots.map(slot => [`${slot.companyId}/${slot.contractId}`, slot]))
  return contracts.map(({ total, currency, ...contract }) => {
    const { requested, committed, used } =
      chargesByContract.get(`${contract.companyId}/${contract.id}`) ?? noCharges
    const money = (minor: string) => ({ minor, currency })
    return {
      ...contract,
      balance: {
        total: money(total),
        requested: money(requested),
        committed: money(committed),
        used: money(used),
      },
    }
  })
}

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
  const found = await db.run<ContractRow & { sort_key: string }>(search`
    select ${figureColumns}, ${page.cursorText(page.key)} as sort_key
    from contract c join company co on co.company_id = c.company_id
    where true ${filtered(query, now)} ${page.afterCursor}
    order by ${page.orderBy()} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(
    found.map(({ sort_key, ...row }) => ({ id: `${row.companyId}/${row.id}`, sort_key, row })),
  )
  return {
    items: await withBalances(
      db,
      rows.map(({ row }) => row),
    ),
    next,
  }
}

export async function contractFiguresRowCounts(db: Db, filters: Filters, now: Date): Promise<RowCounts> {
  return toRowCounts(
    await db.run(search`
      select c.company_id as "companyId", count(*)::int as rows
      from contract c join company co on co.company_id = c.company_id
      where true ${filtered(filters, now)} group by c.company_id`),
  )
}

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
  const found = await db.run<ContractRow & { orders: number }>(sql`
    select ${figureColumns}, (select count(*)::int from document d
      where d.company_id = c.company_id and d.contract_id = c.id) as orders
    from contract c join company co on co.company_id = c.company_id
    where c.company_id = ${companyId} and c.id = ${contractId}`)
  const [contract] = await withBalances(db, found)
  return contract ?? null
}
