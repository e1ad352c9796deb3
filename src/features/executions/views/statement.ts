/** Statement of a provider: sums of its orders requested, to be issued and paid. */

import {
  type DocumentState,
  type DocumentType,
  statesWith,
  statusFromState,
} from '#features/documents/rules.ts'
import {
  countElsewhere,
  countedAmount,
  documentVisibleTo,
  openDocumentVisibleTo,
  projectsOfOrders,
  projectVisibleTo,
  seatedElsewhere,
} from '#features/documents/scope.ts'
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
import { type Part, part, plannedOnce, sql, written, writtenWords } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Orders that the statement lists, of those to be issued and of those paid last. */
const few = 6

/** Most orders that are sorted by the day they were paid without looking at any other. */
const maxAtOnce = 500

/** Executions among which the last paid orders of somebody who sees more are looked for then. */
const maxRecent = 2000

/** Most orders that are sorted where these are not enough: of more, the last ones are found from the last execution back. */
const maxSorted = 20_000

export async function statement(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof ordersStatement>> {
  const [totals, toIssue, paid] = await Promise.all([
    readTotals(tx, actor),
    tx.all<DocumentRow>(
      plannedOnce(sql`
      select ${documentColumns} from unnest(${writtenWords(statesWith('approved'))}) at (state)
      cross join lateral (select d.* from document d where d.company_id = ${tx.companyId} and d.type = 'emision'
        and d.state = at.state and ${openDocumentVisibleTo(tx, actor)} order by d.number limit ${written(few)}) d
      ${documentJoins} order by d.number limit ${written(few)}`),
    ),
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

/** The orders paid last: looked for among the last executions of all, and sorted of somebody who sees few. */
async function lastPaid(tx: TenantTx, actor: Actor): Promise<PaidRow[]> {
  const read = (paid: Part) =>
    tx.all<PaidRow>(
      plannedOnce(sql`
      select ${documentColumns}, d.executed_on, d.reference from (${paid}) d ${documentJoins}
      order by d.executed_on desc, d.number desc`),
    )
  const sinceEver = paidSince(tx, actor, part`'-infinity'::date`)
  const { kind } = visibleProjects(actor)
  if (kind === 'company' || kind === 'nothing') return read(sinceEver)
  tx.readInSteps()
  const found = await read(fewOr(tx, actor, maxAtOnce, paidSince(tx, actor, recentDay(tx))))
  // Those of somebody who sees many may all be old.
  return found.length === few ? found : read(fewOr(tx, actor, maxSorted, sinceEver))
}

/** Condition: the order `d` is a payment that was made, and the person sees it. */
const isPaid = (tx: TenantTx, actor: Actor): Part => part`d.company_id = ${tx.companyId} and d.type = 'gasto'
  and d.credited_id is null and d.state = 'executed' and ${documentVisibleTo(tx, actor)}`

/** In the order of the index of executions, which is not left before so many are found: a busy day has a thousand. */
const newestFirst = part`order by e.executed_on desc, e.document_id desc limit ${written(few)}`

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
  order by executed_on desc offset ${written(maxRecent)} limit 1) x)`

/** Last paid orders of all that the person sees, read and sorted, when they see `most` at most; else by the other query. */
const fewOr = (tx: TenantTx, actor: Actor, most: number, otherwise: Part): Part => part`
  with seen as materialized (select ${seesAtMost(tx, actor, most)} as are_few)
  select * from (${paidAmong(tx, actor)}) d where (select are_few from seen)
  union all select * from (${otherwise}) d where not (select are_few from seen)`

/** Last paid orders of all that the person sees. `offset 0`: each one's execution is found by an index. */
const paidAmong = (tx: TenantTx, actor: Actor): Part => part`
  select d.*, e.executed_on, e.reference from (select * from (${seenOrders(tx, actor)}) d where ${isPaid(tx, actor)} offset 0) d
  cross join lateral (select e.document_id, e.executed_on, e.reference from execution e
    where e.company_id = ${tx.companyId} and e.document_id = d.id and e.is_last offset 0) e ${newestFirst}`

/** Orders that the person sees, found by their projects and their seats, their client or their provider. */
function seenOrders(tx: TenantTx, actor: Actor): Part {
  const ordersWith = (condition: Part) =>
    part`select d.* from document d where d.company_id = ${tx.companyId} and ${condition}`
  if (visibleProjects(actor).kind !== 'assigned') return ordersWith(isPaid(tx, actor))
  const areOfProjects = part`d.project_id = any (array(${projectsOfOrders(tx, actor)}))`
  return part`${ordersWith(areOfProjects)} union all ${ordersWith(seatedElsewhere(tx, actor))}`
}

/**
 * Condition: the person sees so many orders at most, of a client and a provider paid ones. Counters know those of
 * projects and those of seats that are tallied; only a provider's, and other seats, are counted one by one.
 */
function seesAtMost(tx: TenantTx, actor: Actor, most: number): Part {
  const { kind } = visibleProjects(actor)
  if (kind === 'provider')
    return part`(select count(*) <= ${written(most)} from (
      select from document d where ${isPaid(tx, actor)} limit ${written(most + 1)}) x)`
  const counted = (projects: Part) => part`(select coalesce(sum(t.count), 0) as count from project p
    join document_tally t on t.company_id = p.company_id and t.project_id = p.id
    where p.company_id = ${tx.companyId} and ${projects})`
  if (kind === 'client')
    return part`(select t.count <= ${written(most)} from
      ${counted(part`${projectVisibleTo(actor)} and t.type = 'gasto' and t.state = 'executed'`)} t)`
  return part`(select t.count + ${countElsewhere(tx, actor, part`${written(most + 1)} - t.count`)} <= ${written(most)}
    from ${counted(part`p.id = any (array(${projectsOfOrders(tx, actor)}))`)} t)`
}

type Totals = ResponseOf<typeof ordersStatement>['totals']
type TotalRow = { type: DocumentType; state: DocumentState; currency: string; count: number; minor: bigint }

/** Sums by type, state and currency: amounts of different currencies are never added. */
async function readTotals(tx: TenantTx, actor: Actor): Promise<Totals> {
  const found = await tx.all<TotalRow>(
    plannedOnce(sql`
    select d.type, d.state, d.currency, sum(d.count)::int as count, sum(d.amount_minor) as minor
    from ${visibleProjects(actor).kind === 'provider' ? eachDocument(tx, actor) : visibleTallies(tx, actor)} d
    group by d.type, d.state, d.currency having sum(d.count) > 0`),
  )
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
