/** Statement of a provider: sums of its orders requested, to be issued and paid. */

import {
  type DocumentState,
  type DocumentType,
  statesWith,
  statusFromState,
} from '#features/documents/rules.ts'
import { countedAmount, documentVisibleTo } from '#features/documents/scope.ts'
import { withCandidates } from '#features/documents/views/candidates.ts'
import { visibleTallies } from '#features/documents/views/counts.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import type { ordersStatement } from '#features/executions/wire.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Orders that the statement lists, of those to be issued and of those paid last. */
const few = 6

/** Most orders of a client or a provider that are sorted by the day they were paid. */
const maxSorted = 5000

/** Executions among which the last paid orders of somebody with few projects are looked for first. */
const maxRecent = 2000

export async function statement(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof ordersStatement>> {
  const [totals, toIssue, paid] = await Promise.all([
    readTotals(tx, actor),
    tx.all<DocumentRow>(sql`
      select ${documentColumns} from unnest(${statesWith('approved')}::text[]) at (state)
      cross join lateral (select d.* from document d where d.company_id = ${tx.companyId} and d.type = 'emision'
        and d.state = at.state and ${documentVisibleTo(tx, actor)} order by d.number limit ${few}) d
      ${documentJoins} order by d.number limit ${few}`),
    lastPaid(tx, actor),
  ])
  return {
    totals,
    toIssue: toIssue.map(documentRow),
    paid: paid.map(row => ({
      document: documentRow(row),
      executedOn: row.executed_on,
      reference: row.reference,
    })),
  }
}

type PaidRow = DocumentRow & { executed_on: string; reference: string }

/** The orders paid last: where not all of them are recent, those of somebody who sees few orders are all sorted. */
async function lastPaid(tx: TenantTx, actor: Actor): Promise<PaidRow[]> {
  const read = (paid: Part) =>
    tx.all<PaidRow>(sql`
      select ${documentColumns}, d.executed_on, d.reference from (${paid}) d ${documentJoins}
      order by d.executed_on desc, d.number desc`)
  if (visibleProjects(actor).kind !== 'assigned') return read(lastPaidQuery(tx, actor))
  tx.readInSteps()
  const recent = await read(paidSince(tx, actor, recentDay(tx)))
  if (recent.length === few) return recent
  return withCandidates(tx, actor, { sort: 'name' }, candidates =>
    read(
      candidates?.rowsWith
        ? paidAmong(candidates.rowsWith(part`d.*`), isPaid(tx, actor))
        : lastPaidQuery(tx, actor),
    ),
  )
}

/** Condition: the order `d` is a payment that was made, and the person sees it. */
const isPaid = (tx: TenantTx, actor: Actor): Part => part`d.company_id = ${tx.companyId} and d.type = 'gasto'
  and d.credited_id is null and d.state = 'executed' and ${documentVisibleTo(tx, actor)}`

/** In the order of the index of executions, which is not left before so many are found: a busy day has a thousand. */
const newestFirst = part`order by e.executed_on desc, e.document_id desc limit ${few}`

/** Last paid orders from the last execution back to a day. */
const paidSince = (tx: TenantTx, actor: Actor, day: Part): Part => part`
  select d.*, e.executed_on, e.reference from execution e
  cross join lateral (select d.* from document d where d.id = e.document_id and ${isPaid(tx, actor)} offset 0) d
  where e.company_id = ${tx.companyId} and e.is_last and e.executed_on >= ${day} ${newestFirst}`

/**
 * First of the last days that together have some thousands of executions. A query of its own: with a `coalesce` around it,
 * PostgreSQL would compare every execution under row level security.
 */
const recentDay = ({
  companyId,
}: TenantTx): Part => part`(select coalesce(max(executed_on), '-infinity') from (
  select executed_on from execution where company_id = ${companyId}
  order by executed_on desc offset ${maxRecent} limit 1) x)`

/** Last paid orders among those of a client or a provider that has few, else from the last execution back. */
function lastPaidQuery(tx: TenantTx, actor: Actor): Part {
  const condition = isPaid(tx, actor)
  const fromLast = paidSince(tx, actor, part`'-infinity'::date`)
  if (!['client', 'provider'].includes(visibleProjects(actor).kind)) return fromLast
  const areFew = part`(
    select count(*) <= ${maxSorted} from (select from document d where ${condition} limit ${maxSorted + 1}) x)`
  const sorted = paidAmong(part`(select d.* from document d where ${condition} offset 0)`, condition)
  return part`
    select * from (${sorted}) d where ${areFew} union all select * from (${fromLast}) d where not ${areFew}`
}

/** Last paid orders among these rows, which are all read and sorted. */
const paidAmong = (rows: Part, condition: Part): Part => part`
  select d.*, e.executed_on, e.reference from ${rows} d
  join execution e on e.company_id = d.company_id and e.document_id = d.id and e.is_last where ${condition} ${newestFirst}`

type Totals = ResponseOf<typeof ordersStatement>['totals']
type TotalRow = { type: DocumentType; state: DocumentState; currency: string; count: number; minor: bigint }

/** Sums by type, state and currency: amounts of different currencies are never added. */
async function readTotals(tx: TenantTx, actor: Actor): Promise<Totals> {
  const found = await tx.all<TotalRow>(sql`
    select d.type, d.state, d.currency, sum(d.count)::int as count, sum(d.amount_minor) as minor
    from ${visibleProjects(actor).kind === 'provider' ? eachDocument(tx, actor) : visibleTallies(tx, actor)} d
    group by d.type, d.state, d.currency having sum(d.count) > 0`)
  const alike = Map.groupBy(found, row => `${row.type} ${statusFromState(row.state)} ${row.currency}`)
  return [...alike.values()].flatMap(rows => {
    const [first] = rows
    if (!first) return []
    const minor = rows.reduce((sum, row) => sum + row.minor, 0n)
    return {
      type: first.type,
      status: statusFromState(first.state),
      count: rows.reduce((sum, row) => sum + row.count, 0),
      amount: moneyToWire(money(minor, currencyFrom(first.currency))),
    }
  })
}

/** Orders counted one by one: those of a provider cut across projects. */
const eachDocument = (
  tx: TenantTx,
  actor: Actor,
): Part => part`(select d.type, d.state, d.currency, 1 as count,
    ${countedAmount} as amount_minor from document d
  where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)})`
