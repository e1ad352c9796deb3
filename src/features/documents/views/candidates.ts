/**
 * Candidates of a list of orders: few orders, found by an index, among which are all that the filters leave. The list
 * reads these instead of every order. Without them PostgreSQL walks a million orders to find the few with a word or an
 * amount, because under `limit` it assumes that matches come early.
 */
import type { DocumentSort } from '#features/documents/list.ts'
import { documentsSeatedElsewhere, projectsOfOrders } from '#features/documents/scope.ts'
import {
  maxNumbers,
  numberFromId,
  numbersByFilter,
  numbersIn,
  unionAll,
} from '#features/documents/views/candidate-numbers.ts'
import { type DocumentFilters, isWide } from '#features/documents/views/filters.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { nothing, type Part, part, shaped } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Candidates = {
  /** Query of `number`: the numbers of the candidates, of which some may stand twice. */
  readonly numbers: Part
  /** Rows of `document`, to be read instead of the table; null when there are too many to be read whole. */
  readonly rows: Part | null
  /** True when these are just the orders that the person sees: nobody needs to ask it of each again. */
  readonly areSeen: boolean
}

/** Most candidates whose rows are read whole although an index has the orders of the filter. */
const maxRows = 2000

/** Most candidates by what the person is assigned to. */
const maxAssigned = 20_000

/** The same by amount, whose index fills a page with more of them as soon as all of them are read. */
const maxAssignedByAmount = 6000

/** Above one in so many of the company's orders, a page of what the person is assigned to is full soon anyway. */
const assignedOneIn = 50

/**
 * Reads with the candidates; with null where no index finds few, and then at once: the statement of `read` leaves with
 * the first of its transaction, in one round trip.
 */
export function withCandidates<T>(
  tx: TenantTx,
  actor: Actor,
  { sort = '-date', ...filters }: DocumentFilters & { readonly sort?: DocumentSort },
  read: (candidates: Candidates | null) => Promise<T>,
): Promise<T> {
  const queries = numbersByFilter(actor, filters)
  const seesOnlyAssigned = visibleProjects(actor).kind === 'assigned'
  const most = seesOnlyAssigned ? mostAssigned(sort, filters, queries.length > 0) : 0
  if (queries.length === 0 && most === 0) return read(null)
  tx.readInSteps()
  return findCandidates(tx, queries, most ? () => assignedDocuments(tx, actor, most) : null).then(read)
}

/** Most candidates by what the person is assigned to, for a list with these filters in this order; 0 to look for none. */
function mostAssigned(sort: DocumentSort, filters: DocumentFilters, isIndexed: boolean): number {
  if (isIndexed || !hasIndex(sort)) return maxAssigned
  if (sort.endsWith('amount')) return maxAssignedByAmount
  // Those of a project are found by it, and without filters `pageOfAssigned` has a way of its own.
  return isWide(filters) || filters.projectId !== undefined ? 0 : maxRows
}

/** True when an index has the company's orders in the order of the list. */
const hasIndex = (sort: DocumentSort): boolean => sort.endsWith('date') || sort.endsWith('amount')

async function findCandidates(
  tx: TenantTx,
  queries: readonly Part[],
  readAssigned: (() => Promise<Counted | null>) | null,
): Promise<Candidates | null> {
  const filtered = await shortest(tx, queries)
  if (filtered && filtered.count <= maxRows) return { ...withRows(tx, filtered), areSeen: false }
  const assigned = readAssigned ? await readAssigned() : null
  if (!assigned) return filtered && { numbers: filtered.numbers, rows: null, areSeen: false }
  const numbers = filtered ? inBoth(filtered, assigned) : assigned.numbers
  return { ...withRows(tx, { numbers }), areSeen: true }
}

/** Numbers in both, so that no row is read of an order in one alone. */
const inBoth = (a: Counted, b: Counted): Part => part`(${a.numbers}) intersect (${b.numbers})`

type Counted = { readonly numbers: Part; readonly count: number }

const withRows = (tx: TenantTx, { numbers }: Pick<Counted, 'numbers'>) => ({
  numbers,
  // `offset 0`: PostgreSQL reads these rows first, whatever else is asked of them.
  rows: part`(select d.* from document d
    where d.company_id = ${tx.companyId} and d.number = any (array(select number from (${numbers}) x)) offset 0)`,
})

/** The query with the fewest numbers; null where each has more than `maxNumbers`. */
async function shortest(tx: TenantTx, queries: readonly Part[]): Promise<Counted | null> {
  if (queries.length === 0) return null
  const counts = queries.map(
    (query, index) => part`
      select ${index}::int as index, (select count(*)::int from (${query} limit ${maxNumbers + 1}) x) as count`,
  )
  const [least] = await tx.all<{ index: number; count: number }>(shaped`${unionAll(counts)} order by count`)
  const numbers = least && queries[least.index]
  return numbers && least.count <= maxNumbers ? { numbers, count: least.count } : null
}

/** The orders that an assigned person sees; null where they are no small share of the company's. */
async function assignedDocuments(tx: TenantTx, actor: Actor, maxCount: number): Promise<Counted | null> {
  // The greatest number stands for how many orders the company has.
  const most = part`(select least(${maxCount}, number / ${assignedOneIn}) from document
    where company_id = ${tx.companyId} order by number desc limit 1)`
  const limit = part`limit ${most} + 1`
  const found = await tx.one<{ count: number; most: number | null }>(shaped`
    select (select count(*)::int from (${assignedNumbers(tx, actor, limit)} ${limit}) x) as count, ${most} as most`)
  if (!found || found.count > (found.most ?? 0)) return null
  return { numbers: assignedNumbers(tx, actor, nothing), count: found.count }
}

/** Numbers of the orders that a person sees by projects, seats and delegations, as `documentVisibleTo` says. */
function assignedNumbers(tx: TenantTx, actor: Actor, limit: Part): Part {
  const ofProjects = part`
    select d.number from unnest(array(${projectsOfOrders(tx, actor)})) p (id)
    cross join lateral (${numbersIn(tx, part`d.project_id = p.id`)} order by d.number desc ${limit}) d`
  const ofSeats = part`
    select ${numberFromId(part`s.document_id`)} from (${documentsSeatedElsewhere(tx, actor)} ${limit}) s`
  return unionAll([ofProjects, ofSeats])
}
