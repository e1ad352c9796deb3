/** Orders per status and currency: for the tabs above a list and the sum below it. */
import { type DocumentState, type DocumentStatus, statusFromState } from '#features/documents/rules.ts'
import {
  countedAmount,
  documentVisibleTo,
  executedAmount,
  notTalliedElsewhere,
  numberFromId,
  projectsOfOrders,
  projectVisibleTo,
  remainingAmount,
  seatedElsewhere,
  talliedElsewhere,
} from '#features/documents/scope.ts'
import { withCandidates } from '#features/documents/views/candidates.ts'
import { documentsFiltered, executionsWithin, isWide } from '#features/documents/views/filters.ts'
import type { countDocuments } from '#features/documents/wire.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, type Part, part, search, shaped, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = QueryOf<typeof countDocuments>
type Counted = ResponseOf<typeof countDocuments>
type Sums = {
  count: number
  minor: bigint
  /** Still to be paid or issued; null where it is not counted. */
  remaining: bigint | null
  /** Executions on the days of the filter. */
  executions: number
  executed: bigint
}
type Row = Sums & { state: DocumentState; currency: string }
/** `hasMore`: true when not all were looked at. */
type CountedRows = { readonly found: readonly Row[]; readonly hasMore: boolean }

/** Orders among which those with a text are counted, where no index finds few: of a million, it would take seconds. */
const mostSearched = 50_000

export async function documentCounts(
  tx: TenantTx,
  actor: Actor,
  filters: Filters,
  maxSearched = mostSearched,
): Promise<Counted> {
  const { found, hasMore } = isTallied(actor, filters)
    ? { found: await talliedCounts(tx, actor, filters), hasMore: false }
    : await countOneByOne(tx, actor, filters, maxSearched)
  const counts = { pending: 0, approved: 0, paid: 0, rejected: 0 }
  const sums = new Map<string, Sums & { status: DocumentStatus; currency: string }>()
  for (const { state, currency, ...row } of found) {
    const status = statusFromState(state)
    counts[status] += row.count
    const before = sums.get(`${status} ${currency}`)
    sums.set(`${status} ${currency}`, { status, currency, ...(before ? added(before, row) : row) })
  }
  const inOrder = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...counts, totals: inOrder.map(([, sum]) => totalToWire(sum, hasExecutedDays(filters))), hasMore }
}

const added = (a: Sums, b: Sums): Sums => ({
  count: a.count + b.count,
  minor: a.minor + b.minor,
  remaining: a.remaining === null || b.remaining === null ? null : a.remaining + b.remaining,
  executions: a.executions + b.executions,
  executed: a.executed + b.executed,
})

function totalToWire(
  sum: Sums & { status: DocumentStatus; currency: string },
  isByDay: boolean,
): Counted['totals'][number] {
  const wire = (minor: bigint) => moneyToWire(money(minor, currencyFrom(sum.currency)))
  return {
    status: sum.status,
    amount: wire(sum.minor),
    remaining: sum.remaining === null || isOver(sum.status) ? null : wire(sum.remaining),
    executed: isByDay ? { count: sum.executions, amount: wire(sum.executed) } : null,
  }
}

/** True for orders of which nothing more is paid or issued. */
const isOver = (status: DocumentStatus) => status === 'paid' || status === 'rejected'

const hasExecutedDays = ({ executedFrom, executedTo }: Filters) =>
  executedFrom !== undefined || executedTo !== undefined

/** True when `document_tally` has the answer; the orders of a provider cut across its projects. */
function isTallied({ providerId }: Actor, filters: Filters): boolean {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return providerId === null && set.every(name => talliedBy.includes(name))
}

const talliedBy = ['projectId', 'type', 'status', 'state']

/** As fast with a million orders as with ten; a project has one currency. */
async function talliedCounts(tx: TenantTx, actor: Actor, filters: Filters): Promise<Row[]> {
  const { projectId } = filters
  const [rows, inPart] = await Promise.all([
    tx.all<Row>(sql`
      select d.state, d.currency, sum(d.count)::int as count, sum(d.amount_minor) as minor,
        ${projectId === undefined ? part`null::bigint` : part`sum(d.amount_minor)`} as remaining,
        0 as executions, 0::bigint as executed
      from ${visibleTallies(tx, actor)} d where true ${documentsFiltered(actor, filters)}
      group by d.state, d.currency having sum(d.count) <> 0`),
    projectId === undefined ? [] : tx.all<PaidInPart>(paidInPart(tx, actor, filters)),
  ])
  return rows.map(row => ({
    ...row,
    remaining:
      row.remaining === null
        ? null
        : inPart.reduce((left, { state, paid }) => (state === row.state ? left - paid : left), row.remaining),
  }))
}

type PaidInPart = { state: DocumentState; paid: bigint }

/** Payments made of the project's approved orders that are paid in part; its counters have whole orders. */
const paidInPart = (tx: TenantTx, actor: Actor, filters: Filters) => sql`
  select d.state, sum(${countedAmount} - ${remainingAmount}) as paid from document d
  where d.company_id = ${tx.companyId} and (d.state = 'approved' or d.state = 'execution_rejected')
    and d.payments_made > 0 and d.payments_made < d.payments and ${documentVisibleTo(tx, actor)} ${documentsFiltered(actor, filters)}
  group by d.state`

/**
 * Counters of the projects whose orders the person sees, those of the orders that they see for a seat alone, and what these
 * lack, one by one.
 */
export function visibleTallies(tx: TenantTx, actor: Actor): Part {
  const isAssigned = visibleProjects(actor).kind === 'assigned'
  const isSeen = isAssigned
    ? part`p.id = any (array(${projectsOfOrders(tx, actor)}))`
    : projectVisibleTo(actor)
  const counters = (tallies: Part, condition: Part) => part`
    select t.project_id collate "C" as project_id, t.type, t.state, p.currency, t.count, t.amount_minor
    from project p join ${tallies} t on t.company_id = p.company_id and t.project_id = p.id
    where p.company_id = ${tx.companyId} and ${condition}`
  const notTallied = part`select ${numberFromId(part`s.document_id`)} from (${notTalliedElsewhere(tx, actor)}) s`
  const apart = isAssigned
    ? part`union all ${counters(part`seat_tally`, talliedElsewhere(tx, actor))}
        union all select d.project_id collate "C", d.type, d.state, d.currency, 1, ${countedAmount}
          from document d where d.company_id = ${tx.companyId} and ${seatedElsewhere(tx, actor, notTallied)}`
    : nothing
  return part`(${counters(part`document_tally`, isSeen)} ${apart})`
}

/** Orders counted one by one: all that the filters leave or, of a text that very many have, those among the newest. */
const countOneByOne = (
  tx: TenantTx,
  actor: Actor,
  filters: Filters,
  maxSearched: number,
): Promise<CountedRows> =>
  withCandidates(tx, actor, filters, async candidates => {
    const statement = candidates ? shaped : search
    const executed = executedOnDays(actor, filters)
    const isCut = candidates === null && filters.q !== undefined && isWide({ ...filters, q: undefined })
    const newest = newestOrders(tx, actor)
    const all = isCut
      ? part`(select d.* ${newest} limit ${maxSearched})`
      : (candidates?.rowsWith?.(part`d.*`) ?? part`document`)
    const [found, older] = await Promise.all([
      tx.all<Row>(statement`
        select d.state, d.currency, count(*)::int as count, sum(${countedAmount}) as minor,
          sum(${remainingAmount}) as remaining, ${executed.columns}
        from ${all} d ${executed.join}
        where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)} ${documentsFiltered(actor, filters)}
        group by d.state, d.currency`),
      isCut ? tx.one(search`select ${newest} offset ${maxSearched} limit 1`) : null,
    ])
    return { found, hasMore: older !== null }
  })

/** The company's orders, or a client's or a provider's own, which an index has by date too. */
function newestOrders(tx: TenantTx, actor: Actor): Part {
  const { kind } = visibleProjects(actor)
  const isOwn = kind === 'client' || kind === 'provider' ? documentVisibleTo(tx, actor) : part`true`
  return part`from document d where d.company_id = ${tx.companyId} and ${isOwn} order by d.number desc`
}

/** Number and sum of each order's executions on the days of the filter, which its whole amount does not tell. */
const executedOnDays = (actor: Actor, filters: Filters): { columns: Part; join: Part } =>
  hasExecutedDays(filters)
    ? {
        columns: part`sum(x.count)::int as executions, sum(x.minor)::bigint as executed`,
        join: part`cross join lateral (select count(*) as count, coalesce(sum(${executedAmount}), 0) as minor
          from ${executionsWithin(actor, filters)}) x`,
      }
    : { columns: part`0 as executions, 0::bigint as executed`, join: nothing }
