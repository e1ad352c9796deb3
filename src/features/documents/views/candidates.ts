/**
 * Candidates of a list of orders: few orders, found by an index, among which are all that the filters leave. The list
 * reads these instead of every order. Without them PostgreSQL walks a million orders to find the few with a word or an
 * amount, because under `limit` it assumes that matches come early.
 */
import { documentsAsSubstitute } from '#features/delegations/scope.ts'
import type { DocumentSort } from '#features/documents/list.ts'
import { projectsOfOrders } from '#features/documents/scope.ts'
import {
  maxNumbers,
  numberFromId,
  numbersByFilter,
  numbersIn,
  unionAll,
} from '#features/documents/views/candidate-numbers.ts'
import type { DocumentFilters } from '#features/documents/views/filters.ts'
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

/** Most candidates by a filter whose rows are read whole and then sorted. */
const maxRows = 2000

/** Most candidates by what the person is assigned to. */
const maxAssigned = 20_000

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
  // Sorted by date, the page of a person with few orders is found by their projects, and soon full.
  const isSorted = ['name', 'provider', 'due'].includes(sort.replace('-', ''))
  if (queries.length === 0 && !(isSorted && seesOnlyAssigned)) return read(null)
  tx.readInSteps()
  return findCandidates(tx, actor, queries, seesOnlyAssigned).then(read)
}

async function findCandidates(
  tx: TenantTx,
  actor: Actor,
  queries: readonly Part[],
  seesOnlyAssigned: boolean,
): Promise<Candidates | null> {
  const filtered = await shortest(tx, queries)
  if (filtered && filtered.count <= maxRows) return { ...withRows(tx, filtered), areSeen: false }
  const assigned = seesOnlyAssigned ? await assignedDocuments(tx, actor) : null
  if (assigned && (!filtered || assigned.count <= filtered.count))
    return { ...withRows(tx, assigned), areSeen: true }
  return filtered && { numbers: filtered.numbers, rows: null, areSeen: false }
}

type Counted = { readonly numbers: Part; readonly count: number }

const withRows = (tx: TenantTx, { numbers }: Counted) => ({
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
async function assignedDocuments(tx: TenantTx, actor: Actor): Promise<Counted | null> {
  // The greatest number stands for how many orders the company has.
  const most = part`(select least(${maxAssigned}, number / ${assignedOneIn}) from document
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
    select ${numberFromId(part`s.document_id`)} from (
      select a.document_id from approval a
      where a.company_id = ${tx.companyId} and a.approver_id = ${actor.userId} ${limit}) s`
  const asSubstitute = part`
    select ${numberFromId(part`s.document_id`)} from (${documentsAsSubstitute(tx, actor)}) s`
  return unionAll(
    actor.neverSubstitute === true ? [ofProjects, ofSeats] : [ofProjects, ofSeats, asSubstitute],
  )
}
