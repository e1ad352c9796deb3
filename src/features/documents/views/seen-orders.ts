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
import { maxNumbers, numbersIn, unionAll } from '#features/documents/views/candidate-numbers.ts'
import { type DocumentFilters, isWide } from '#features/documents/views/filters.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part, shaped } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Counted = { readonly numbers: Part; readonly count: number }

/** Query of orders with these columns of `d`, of which each stands once. */
export type RowsWith = (columns: Part) => Part

/** Orders that a person sees; `elsewhere`: how many of them for a seat alone, outside the person's projects. */
export type Seen = Counted & { readonly rowsWith: RowsWith; readonly elsewhere: number }

/** Most orders that are read and sorted where no index has them in order. */
export const maxSorted = 20_000

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
  const ofProjects = countOfProjects(tx, actor)
  const others = part`(select count(*)::int from (${ofProjects ? seatsElsewhere(tx, actor) : seenNumbers(tx, actor)} ${limit}) x)`
  const found = await tx.one<{ counted: number; others: number; most: number | null }>(shaped`
    select ${ofProjects ?? part`0`} as counted, ${others} as others, ${most} as most`)
  const count = (found?.counted ?? 0) + (found?.others ?? 0)
  if (!found || count > (found.most ?? 0)) return null
  return {
    numbers: seenNumbers(tx, actor),
    count,
    rowsWith: columns => seenRows(tx, actor, columns),
    elsewhere: ofProjects ? found.others : 0,
  }
}

/**
 * The orders that were rejected or cancelled in somebody's projects, and all in which they have a seat elsewhere, where no
 * others are listed: few of the company's may be theirs, or none, however many orders they see. Null for others.
 */
export function seenRejected(
  tx: TenantTx,
  actor: Actor,
  { status, state }: DocumentFilters,
): Pick<Seen, 'numbers' | 'rowsWith'> | null {
  const isAsked = status === 'rejected' || state === 'rejected' || state === 'cancelled'
  if (!isAsked || visibleProjects(actor).kind !== 'assigned') return null
  // The states stand in words: so PostgreSQL knows that the index has them all.
  const areRejected = part`d.state in ('rejected', 'cancelled')`
  // Project by project, and no more than are of use: somebody may have hundreds of projects.
  const ofProjects = part`select d.number from unnest(array(${projectsOfOrders(tx, actor)})) p (id)
    cross join lateral (${numbersIn(tx, part`d.project_id = p.id and ${areRejected}`)}
      order by d.number desc limit ${maxNumbers + 1}) d`
  return {
    numbers: unionAll([ofProjects, seatsElsewhere(tx, actor)]),
    rowsWith: columns =>
      unionAll([
        ordersIn(tx, part`${isOfProjects(tx, actor)} and ${areRejected}`, columns),
        ordersIn(tx, seatedElsewhere(tx, actor), columns),
      ]),
  }
}

/** Number of the orders in the projects that the person is assigned to, as the counters have it; null for others. */
function countOfProjects(tx: TenantTx, actor: Actor): Part | null {
  if (visibleProjects(actor).kind !== 'assigned') return null
  return part`(select coalesce(sum(t.count), 0)::int from document_tally t
    where t.company_id = ${tx.companyId} and t.project_id = any (array(${projectsOfOrders(tx, actor)})))`
}

/** Query of `number`: the orders that a person sees, of which some may stand twice. */
const seenNumbers = (tx: TenantTx, actor: Actor): Part =>
  visibleProjects(actor).kind === 'assigned'
    ? unionAll([numbersIn(tx, isOfProjects(tx, actor)), seatsElsewhere(tx, actor)])
    : numbersIn(tx, documentVisibleTo(tx, actor))

/** Read by what the person holds: the orders of a project stand together in an index, with what lists sort by. */
function seenRows(tx: TenantTx, actor: Actor, columns: Part): Part {
  const ways =
    visibleProjects(actor).kind === 'assigned'
      ? [isOfProjects(tx, actor), seatedElsewhere(tx, actor)]
      : [documentVisibleTo(tx, actor)]
  return unionAll(ways.map(condition => ordersIn(tx, condition, columns)))
}

const ordersIn = ({ companyId }: TenantTx, condition: Part, columns: Part): Part =>
  part`select ${columns} from document d where d.company_id = ${companyId} and ${condition}`

/** Predicate: the order is of a project whose orders the person sees. An array: PostgreSQL then reads the index project by project. */
const isOfProjects = (tx: TenantTx, actor: Actor): Part =>
  part`d.project_id = any (array(${projectsOfOrders(tx, actor)}))`

const seatsElsewhere = (tx: TenantTx, actor: Actor): Part => part`
  select ${numberFromId(part`s.document_id`)} as number from (${documentsSeatedElsewhere(tx, actor)}) s`
