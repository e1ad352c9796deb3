/**
 * Orders that a person sees, when they are few of the company's: found by what the person holds, whatever they are filtered
 * and sorted by. An index of the whole company would be walked past everybody else's orders to find them.
 */
import type { DocumentSort } from '#features/documents/list.ts'
import {
  documentsSeatedElsewhere,
  documentVisibleTo,
  numberFromId,
  projectsOfOrders,
  seatedElsewhere,
} from '#features/documents/scope.ts'
import { numbersIn, unionAll } from '#features/documents/views/candidate-numbers.ts'
import { type DocumentFilters, isWide } from '#features/documents/views/filters.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { nothing, type Part, part, shaped } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Counted = { readonly numbers: Part; readonly count: number }

/** Orders that a person sees; `rows`: query of their rows, of which each stands once. */
export type Seen = Counted & { readonly rows: Part }

/** Most orders that are read and sorted where no index has them in order. */
const maxSorted = 20_000

/** The same where one does, and fills a page with more of them as soon as all of these are read. */
const maxBesideIndex = 6000

/** The same by date, with a filter whose orders an index has. */
const maxFiltered = 2000

/** Above one in so many of the company's orders, a page of those that the person sees is full soon anyway. */
const oneIn = 15

/**
 * Most orders seen for which a list with these filters in this order is made of them; 0 for none. `isIndexed`: an index
 * answers one of the filters.
 */
export function mostSeen(
  actor: Actor,
  { sort, isIndexed, ...filters }: DocumentFilters & { sort: DocumentSort; isIndexed: boolean },
): number {
  const by = sort.replace('-', '')
  switch (visibleProjects(actor).kind) {
    case 'assigned':
      if (isIndexed || (by !== 'date' && by !== 'amount')) return maxSorted
      if (by === 'amount') return maxBesideIndex
      // Those of a project are found by it, and without filters `pageOfAssigned` has a way of its own.
      return isWide(filters) || filters.projectId !== undefined ? 0 : maxFiltered
    case 'client':
      // Indexes have the orders of each client by date, name and provider.
      return isIndexed || by === 'amount' || by === 'due' ? maxBesideIndex : 0
    case 'provider':
      return isIndexed || by !== 'date' ? maxBesideIndex : 0
    case 'company':
    case 'nothing':
      return 0
  }
}

/** The orders that a person sees, as `documentVisibleTo` says; null for more than `maxCount`, or than a small share of the company's. */
export async function seenDocuments(tx: TenantTx, actor: Actor, maxCount: number): Promise<Seen | null> {
  // The greatest number stands for how many orders the company has.
  const most = part`(select least(${maxCount}, number / ${oneIn}) from document
    where company_id = ${tx.companyId} order by number desc limit 1)`
  const limit = part`limit ${most} + 1`
  const found = await tx.one<{ count: number; most: number | null }>(shaped`
    select (select count(*)::int from (${seenNumbers(tx, actor, limit)} ${limit}) x) as count, ${most} as most`)
  if (!found || found.count > (found.most ?? 0)) return null
  return { numbers: seenNumbers(tx, actor, nothing), count: found.count, rows: seenRows(tx, actor) }
}

function seenNumbers(tx: TenantTx, actor: Actor, limit: Part): Part {
  return visibleProjects(actor).kind === 'assigned'
    ? assignedNumbers(tx, actor, limit)
    : numbersIn(tx, documentVisibleTo(tx, actor))
}

/** Read by what the person holds: the orders of a project stand together in an index, with what lists sort by. */
function seenRows(tx: TenantTx, actor: Actor): Part {
  const ordersIn = (condition: Part) =>
    part`select d.* from document d where d.company_id = ${tx.companyId} and ${condition}`
  if (visibleProjects(actor).kind !== 'assigned') return ordersIn(documentVisibleTo(tx, actor))
  const ofProjects = ordersIn(part`d.project_id = any (array(${projectsOfOrders(tx, actor)}))`)
  return unionAll([ofProjects, ordersIn(seatedElsewhere(tx, actor))])
}

/** Numbers of the orders that a person sees by projects, seats and delegations. */
function assignedNumbers(tx: TenantTx, actor: Actor, limit: Part): Part {
  const ofProjects = part`
    select d.number from unnest(array(${projectsOfOrders(tx, actor)})) p (id)
    cross join lateral (${numbersIn(tx, part`d.project_id = p.id`)} order by d.number desc ${limit}) d`
  const ofSeats = part`
    select ${numberFromId(part`s.document_id`)} from (${documentsSeatedElsewhere(tx, actor)} ${limit}) s`
  return unionAll([ofProjects, ofSeats])
}
