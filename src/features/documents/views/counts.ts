/** Orders per status and currency: for the tabs above a list and the sum below it. */
import { type DocumentState, type DocumentStatus, statusFromState } from '#features/documents/rules.ts'
import { documentVisibleTo, seatedElsewhere } from '#features/documents/scope.ts'
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
  const totals = [...sums.values()].map(({ status, currency, minor }) => ({
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

/** Counters of whole projects, as fast with a million orders as with ten; a project has one currency. */
const tallied = (tx: TenantTx, actor: Actor, filters: Filters) => sql`
  select d.state, d.currency, sum(d.count)::int as count, sum(d.amount_minor) as minor
  from ${projectTallies(tx, actor)} d
  where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)} ${documentsFiltered(actor, filters)}
  group by d.state, d.currency`

/** Counters of projects, and the few orders that somebody sees for a seat alone, one by one. */
export function projectTallies(tx: TenantTx, actor: Actor): Part {
  const apart =
    visibleProjects(actor).kind === 'assigned'
      ? part`union all select d.company_id, d.id collate "C", d.project_id collate "C", d.client_id, d.type, d.state,
          d.currency, 1, d.amount_minor
          from document d where d.company_id = ${actor.companyId} and ${seatedElsewhere(tx, actor)}`
      : nothing
  return part`(select t.company_id, null::text collate "C" as id, t.project_id collate "C" as project_id, p.client_id,
      t.type, t.state, p.currency, t.count, t.amount_minor
    from document_tally t join project p on p.company_id = t.company_id and p.id = t.project_id ${apart})`
}

/** Orders counted one by one: fast only where the filters leave few. */
const countOneByOne = (tx: TenantTx, actor: Actor, filters: Filters): Promise<Row[]> =>
  withCandidates(tx, actor, filters, candidates => {
    const statement = candidates ? shaped : search
    return tx.all<Row>(statement`
      select d.state, d.currency, count(*)::int as count, sum(d.amount_minor) as minor
      from ${candidates?.rows ?? part`document`} d
      where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)} ${documentsFiltered(actor, filters)}
      group by d.state, d.currency`)
  })
