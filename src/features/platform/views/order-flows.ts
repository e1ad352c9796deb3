/** Orders of all companies, without their texts. */
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { orderFlowList } from '#features/platform/list.ts'
import {
  isWaiting,
  type OrderFlowStatus,
  orderFlowStatus,
  statesWithStatus,
} from '#features/platform/rules/order-flow.ts'
import { type RowCounts, toRowCounts } from '#features/platform/views/row-counts.ts'
import type {
  getOrderFlow,
  listOrderFlows,
  OrderFlowWire,
  StageFlowWire,
} from '#features/platform/wire/order-flows.ts'
import { dayFromInstant, daysBetween } from '#kernel/day.ts'
import type { ParamsOf, QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { money } from '#kernel/money.ts'
import { containing } from '#kernel/text.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import type { Db } from '#server/database/db.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy, type Predicates } from '#server/database/list-filter.ts'
import { part, search, sql } from '#server/database/sql.ts'

type Row = {
  id: string
  company_id: string
  company_name: string
  time_zone: string
  type: DocumentType
  project_id: string
  project_name: string
  amount_minor: bigint
  currency: string
  credited_id: string | null
  state: DocumentState
  decisions: number
  is_forced: boolean
  created_at: string
  submitted_at: string
  updated_at: string
}

/** Predicate: an administrator forced the outcome of the stage. The platform reads when, and nobody's name. Expects `approval_stage` as `s`. */
const isForcedStage = part`s.forced_at is not null`

/** Predicate: a stage of the order's revision was forced; expects `document` as `d`. */
const isForced = part`exists (select from approval_stage s where s.company_id = d.company_id
  and s.document_id = d.id and s.revision = d.revision and ${isForcedStage})`

const orderColumns = part`
  d.id, d.company_id, co.name as company_name, co.time_zone, d.type, d.project_id, p.name as project_name,
  d.amount_minor, d.currency, d.credited_id, d.state, d.approvals_approved + d.approvals_rejected as decisions,
  ${isForced} as is_forced, d.created_at, d.submitted_at, d.updated_at`

type Filters = FilterValues<typeof orderFlowList>

/** A page of orders: takes a page from each company and the first rows of these, so that never all orders are sorted. */
export async function orderFlowPage(
  db: Db,
  query: QueryOf<typeof listOrderFlows>,
  now: Date,
): Promise<ResponseOf<typeof listOrderFlows>> {
  const page = keysetPage(orderFlowList, query, {
    id: part`(d.company_id || '/' || d.id) collate "C"`,
    keys: { date: part`d.created_at`, company: part`fold(co.name) collate "C"` },
  })
  const sortKey = part`d.sorted_by`
  const found = await db.run<Row & { sort_key: string }>(search`
    select d.*, ${page.cursorText(sortKey)} as sort_key from company co cross join lateral (
      select ${orderColumns}, ${page.key} as sorted_by
      from document d join project p on p.company_id = d.company_id and p.id = d.project_id
      where d.company_id = co.company_id ${filtered(query)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}) d
    order by ${page.orderBy(sortKey)} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(
    found.map(row => ({ id: `${row.company_id}/${row.id}`, sort_key: row.sort_key, row })),
  )
  return { items: rows.map(({ row }) => orderFlowFromRow(row, now)), next }
}

export async function orderFlowRowCounts(db: Db, filters: Filters): Promise<RowCounts> {
  return toRowCounts(
    await db.run(search`
      select d.company_id as "companyId", count(*)::int as rows
      from company co join document d on d.company_id = co.company_id
      join project p on p.company_id = d.company_id and p.id = d.project_id
      where true ${filtered(filters)} group by d.company_id`),
  )
}

const filtered = (filters: Filters) => filteredBy(orderFlowList, filters, predicates)

const predicates: Predicates<typeof orderFlowList> = {
  q: typed => {
    const wanted = containing(typed)
    return part`(fold(co.name) like ${wanted} or fold(p.name) like ${wanted} or fold(d.id) like ${wanted})`
  },
  status: status => hasStatus(status),
}

/** Condition that an order has the status; expects `document` as `d`. Two statuses share the state `in_approval`: before and after its first decision, forced ones among them. */
function hasStatus(status: OrderFlowStatus) {
  return part`d.state = any (${statesWithStatus(status)}::text[]) and (d.state <> 'in_approval'
    or (d.approvals_approved + d.approvals_rejected > 0 or ${isForced}) = ${status === 'in_approval'})`
}

function orderFlowFromRow(row: Row, now: Date): OrderFlowWire {
  const status = orderFlowStatus(row.state, row.decisions + (row.is_forced ? 1 : 0))
  const zone = row.time_zone
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    timeZone: zone,
    type: row.type,
    projectId: row.project_id,
    projectName: row.project_name,
    amount: moneyToWire(money(row.amount_minor, currencyFrom(row.currency))),
    creditedId: row.credited_id,
    status,
    isForced: row.is_forced,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pendingDays: isWaiting(status)
      ? daysBetween(dayFromInstant(row.submitted_at, zone), dayFromInstant(now, zone))
      : null,
  }
}

type DetailRow = Row & {
  contract_id: string
  block_cause: 'budget' | 'no_approver' | 'contract_inactive' | null
  revision: number
  stages: StageFlowWire[]
}

export async function orderFlowDetail(
  db: Db,
  { companyId, documentId }: ParamsOf<typeof getOrderFlow>,
  now: Date,
): Promise<ResponseOf<typeof getOrderFlow> | null> {
  const [row] = await db.run<DetailRow>(sql`
    select ${orderColumns}, d.contract_id, d.block_cause, d.revision, ${stagesAsJson} as stages
    from document d join company co on co.company_id = d.company_id
    join project p on p.company_id = d.company_id and p.id = d.project_id
    where d.company_id = ${companyId} and d.id = ${documentId}`)
  if (row === undefined) return null
  return {
    ...orderFlowFromRow(row, now),
    contractId: row.contract_id,
    blockCause: row.block_cause,
    revision: row.revision,
    submittedAt: row.submitted_at,
    stages: row.stages,
  }
}

/** Stages of the current revision, with the number of decided seats of each; expects `document` as `d`. */
const stagesAsJson = part`
  (select coalesce(json_agg(json_build_object('stage', s.stage, 'turn', s.turn, 'mode', s.mode, 'needed', s.needed,
      'outcome', s.outcome, 'isForced', ${isForcedStage}, 'seats', a.seats, 'approved', a.approved, 'rejected', a.rejected, 'pending', a.pending)
      order by s.turn, s.stage), '[]')
    from approval_stage s cross join lateral (
      select count(*) as seats, count(*) filter (where status = 'approved') as approved,
        count(*) filter (where status = 'rejected') as rejected, count(*) filter (where status = 'pending') as pending
      from approval a where a.company_id = s.company_id and a.document_id = s.document_id
        and a.revision = s.revision and a.stage = s.stage) a
    where s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision)`
