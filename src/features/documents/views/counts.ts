/** Orders per status and currency: for the tabs above a list and the sum below it. */
import { type DocumentState, type DocumentStatus, statusFromState } from '#features/documents/rules.ts'
import {
  countedAmount,
  documentVisibleTo,
  projectsOfOrders,
  projectVisibleTo,
  seatedElsewhere,
} from '#features/documents/scope.ts'
import { withCandidates } from '#features/documents/views/candidates.ts'
import { documentsFiltered } from '#features/documents/views/filters.ts'
import type { countDocuments } from '#features/documents/wire.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, type Part, part, search, shaped, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = QueryOf<typeof countDocuments>
type Row = { state: DocumentState; currency: string; count: number; minor: bigint }

export async function documentCounts(
  tx: TenantTx,
  actor: Actor,
  filters: Filters,
): Promise<ResponseOf<typeof countDocuments>> {
  const found = await (isTallied(actor, filters)
    ? tx.all<Row>(tallied(tx, actor, filters))
    : countOneByOne(tx, actor, filters))
  const counts = { pending: 0, approved: 0, paid: 0, rejected: 0 }
  const sums = new Map<string, { status: DocumentStatus; currency: string; minor: bigint }>()
  for (const { state, currency, count, minor } of found) {
    const status = statusFromState(state)
    counts[status] += count
    const before = sums.get(`${status} ${currency}`)?.minor ?? 0n
    sums.set(`${status} ${currency}`, { status, currency, minor: before + minor })
  }
  const inOrder = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  const totals = inOrder.map(([, { status, currency, minor }]) => ({
    status,
    amount: moneyToWire(money(minor, currencyFrom(currency))),
  }))
  return { ...counts, totals }
}

/** True when `document_tally` has the answer; the orders of a provider cut across its projects. */
function isTallied({ providerId }: Actor, filters: Filters): boolean {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return providerId === null && set.every(name => talliedBy.includes(name))
}

const talliedBy = ['projectId', 'type', 'state']

/** As fast with a million orders as with ten; a project has one currency. */
const tallied = (tx: TenantTx, actor: Actor, filters: Filters) => sql`
  select d.state, d.currency, sum(d.count)::int as count, sum(d.amount_minor) as minor
  from ${visibleTallies(tx, actor)} d where true ${documentsFiltered(actor, filters)} group by d.state, d.currency`

/** Counters of the projects whose orders the person sees, and the orders that they see for a seat alone, one by one. */
export function visibleTallies(tx: TenantTx, actor: Actor): Part {
  const isAssigned = visibleProjects(actor).kind === 'assigned'
  const isSeen = isAssigned
    ? part`p.id = any (array(${projectsOfOrders(tx, actor)}))`
    : projectVisibleTo(actor)
  const apart = isAssigned
    ? part`union all select d.project_id collate "C", d.type, d.state, d.currency, 1, ${countedAmount}
          from document d where d.company_id = ${tx.companyId} and ${seatedElsewhere(tx, actor)}`
    : nothing
  return part`(select t.project_id collate "C" as project_id, t.type, t.state, p.currency, t.count, t.amount_minor
    from project p join document_tally t on t.company_id = p.company_id and t.project_id = p.id
    where p.company_id = ${tx.companyId} and ${isSeen} ${apart})`
}

/** Orders counted one by one: fast only where the filters leave few. */
const countOneByOne = (tx: TenantTx, actor: Actor, filters: Filters): Promise<Row[]> =>
  withCandidates(tx, actor, filters, candidates => {
    const statement = candidates ? shaped : search
    return tx.all<Row>(statement`
      select d.state, d.currency, count(*)::int as count, sum(${countedAmount}) as minor
      from ${candidates?.rows ?? part`document`} d
      where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)} ${documentsFiltered(actor, filters)}
      group by d.state, d.currency`)
  })
