/**
 * Orders that a person sees, when they are few of the company's: found by what the person holds, whatever they are filtered
 * and sorted by. An index of the whole company would be walked past everybody else's orders to find them.
 */
import type { DocumentSort } from '#features/documents/list.ts'
import {
  countElsewhere,
  documentVisibleTo,
  numbersPerhapsRejectedElsewhere,
  numbersSeatedElsewhere,
  projectsOfOrders,
  seatedElsewhere,
} from '#features/documents/scope.ts'
import { numbersIn, unionAll } from '#features/documents/views/candidate-numbers.ts'
import {
  areRejectedSought,
  type DocumentFilters,
  isWide,
  mayHaveText,
} from '#features/documents/views/filters.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { nothing, type Part, part, shaped } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Counted = { readonly numbers: Part; readonly count: number }

/** Query of orders with these columns of `d`, of which each stands once. */
export type RowsWith = (columns: Part) => Part

/**
 * Orders that a person sees; `elsewhere`: how many of them for a seat alone, outside the person's projects. `areByText`: those
 * that cannot have the text that is searched may be left out.
 */
export type Seen = Counted & {
  readonly rowsWith: RowsWith
  readonly elsewhere: number
  readonly areByText: boolean
}

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
      if (isIndexed || by !== 'date') return maxSorted
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

/** Orders of somebody's projects of which more are asked for a text before any of their rows is read. */
const maxReadForText = 400

/**
 * The orders that a person sees, as `documentVisibleTo` says; null for more than `maxCount`, or than a small share of the
 * company's. Of many with a text, perhaps only those of their projects that may have it.
 */
export async function seenDocuments(
  tx: TenantTx,
  actor: Actor,
  maxCount: number,
  { q }: DocumentFilters,
): Promise<Seen | null> {
  // The greatest number stands for how many orders the company has.
  const most = part`(select least(${maxCount}, number / ${oneIn}) from document
    where company_id = ${tx.companyId} order by number desc limit 1)`
  const isAssigned = visibleProjects(actor).kind === 'assigned'
  const ofProjects = isAssigned ? countOfProjects(tx, actor, part`m.most`) : part`0`
  const left = part`case when p.count > p.most then 0 else p.most - p.count + 1 end`
  const apart = isAssigned
    ? countElsewhere(tx, actor, left)
    : part`(select count(*)::int from (${seenNumbers(tx, actor)} limit ${left}) x)`
  // `offset 0`: each is counted once, however often it is named.
  const found = await tx.one<{ count: number; apart: number; most: number }>(shaped`
    select p.count + x.count as count, x.count as apart, p.most from (select ${most} as most offset 0) m
    cross join lateral (select ${ofProjects} as count, m.most offset 0) p
    cross join lateral (select ${apart} as count offset 0) x`)
  if (!found || found.count > (found.most ?? 0)) return null
  const { count } = found
  const elsewhere = isAssigned ? found.apart : 0
  const seen: Seen = {
    numbers: seenNumbers(tx, actor),
    count,
    rowsWith: columns => seenRows(tx, actor, columns),
    elsewhere,
    areByText: false,
  }
  return isAssigned && q !== undefined && count - elsewhere > maxReadForText
    ? thatMayHave(tx, actor, q, seen)
    : seen
}

/** Rows of one in so many that may have a text are found by their numbers; of more it costs less to read all of theirs. */
const oneMayHave = 3

/** Of the orders seen, those elsewhere and those of the person's projects that may have the text. */
function thatMayHave(tx: TenantTx, actor: Actor, text: string, seen: Seen): Seen {
  const numbers = seenNumbers(tx, actor, { mayBe: mayHaveText(actor, text) })
  const most = seen.elsewhere + Math.ceil((seen.count - seen.elsewhere) / oneMayHave)
  const areFew = part`(select are_few from few)`
  const isOne = part`${areFew} and d.number = any (array(select number from may))`
  // Chosen when it runs: PostgreSQL reads nothing in the way that is not taken.
  const rowsWith: RowsWith = columns => part`
    with may as materialized (${numbers}),
      few as materialized (select count(*) <= ${most} as are_few from (select from may limit ${most + 1}) x)
    ${ordersIn(tx, isOne, columns)}
    union all select * from (${seen.rowsWith(columns)}) d where not ${areFew}`
  return { ...seen, numbers, rowsWith, areByText: true }
}

/** Orders with the numbers between two. */
export type Stretch = { readonly from: number; readonly to: number }

/** The orders that a person sees, of those with the numbers between two, as `documentVisibleTo` says. */
export const seenBetween = (
  tx: TenantTx,
  actor: Actor,
  stretch: Stretch,
): Pick<Seen, 'numbers' | 'rowsWith'> => ({
  numbers: seenNumbers(tx, actor, { stretch }),
  rowsWith: columns => seenRows(tx, actor, columns, stretch),
})

/** Projects that are counted first: of somebody who has hundreds, so many have too many orders already. */
const countedFirst = 20

/**
 * Number of the orders in the projects that the person is assigned to, as the counters have it, with a condition on these;
 * where it is above `most`, perhaps of some projects alone.
 */
function countOfProjects(tx: TenantTx, actor: Actor, most: Part, condition: Part = part`true`): Part {
  const countIn = (projects: Part) => part`(
    select coalesce(sum(t.count), 0)::int from document_tally t
    where t.company_id = ${tx.companyId} and t.project_id = any (array(${projects})) and ${condition})`
  const own = part`select project_id from own`
  return part`(
    with own as materialized (${projectsOfOrders(tx, actor)}),
      beginning as materialized (select ${countIn(part`${own} limit ${countedFirst}`)} as count)
    select case when beginning.count > ${most} then beginning.count else ${countIn(own)} end from beginning)`
}

/** `countTo`: query of `count`, how many they are, counted to more than `most`. */
type SeenRejected = Pick<Seen, 'numbers' | 'rowsWith'> & { readonly countTo: (most: number) => Part }

/**
 * The orders that were rejected or cancelled in somebody's projects, and those that may be in which they have a seat
 * elsewhere, where no others are listed: few of the company's may be theirs, or none, however many orders they see. Null
 * for others.
 */
export function seenRejected(tx: TenantTx, actor: Actor, filters: DocumentFilters): SeenRejected | null {
  if (!areRejectedSought(filters) || visibleProjects(actor).kind !== 'assigned') return null
  // The states stand in words: so PostgreSQL knows that the index has them all.
  const ofProjects = part`${isOfProjects(tx, actor)} and d.state in ('rejected', 'cancelled')`
  const elsewhere = numbersPerhapsRejectedElsewhere(tx, actor)
  const counted = part`t.state in ('rejected', 'cancelled')`
  return {
    countTo: most =>
      part`select p.count + ${countElsewhere(tx, actor, part`${most + 1} - p.count`, counted)} as count
        from (select ${countOfProjects(tx, actor, part`${most}`, counted)} as count offset 0) p`,
    numbers: unionAll([numbersIn(tx, ofProjects), elsewhere]),
    rowsWith: columns =>
      unionAll([
        ordersIn(tx, ofProjects, columns),
        ordersIn(tx, seatedElsewhere(tx, actor, elsewhere), columns),
      ]),
  }
}

/**
 * Query of `number`: the orders that a person sees, of which some may stand twice. `mayBe`: condition that leaves out orders
 * of the person's projects.
 */
function seenNumbers(
  tx: TenantTx,
  actor: Actor,
  { stretch, mayBe }: { readonly stretch?: Stretch; readonly mayBe?: Part } = {},
): Part {
  if (visibleProjects(actor).kind !== 'assigned')
    return numbersIn(tx, within(stretch, documentVisibleTo(tx, actor)))
  const ofProjects = part`${isOfProjects(tx, actor)} ${mayBe ? part`and ${mayBe}` : nothing}`
  return unionAll([numbersIn(tx, within(stretch, ofProjects)), seatNumbers(tx, actor, stretch)])
}

/** Read by what the person holds: the orders of a project stand together in an index, with what lists sort by. */
export function seenRows(tx: TenantTx, actor: Actor, columns: Part, stretch?: Stretch): Part {
  const ways =
    visibleProjects(actor).kind === 'assigned'
      ? [
          within(stretch, isOfProjects(tx, actor)),
          seatedElsewhere(tx, actor, seatNumbers(tx, actor, stretch)),
        ]
      : [within(stretch, documentVisibleTo(tx, actor))]
  return unionAll(ways.map(condition => ordersIn(tx, condition, columns)))
}

const within = (stretch: Stretch | undefined, condition: Part): Part =>
  stretch ? part`${condition} and d.number between ${stretch.from} and ${stretch.to}` : condition

const ordersIn = ({ companyId }: TenantTx, condition: Part, columns: Part): Part =>
  part`select ${columns} from document d where d.company_id = ${companyId} and ${condition}`

/** Predicate: the order is of a project whose orders the person sees. An array: PostgreSQL then reads the index project by project. */
const isOfProjects = (tx: TenantTx, actor: Actor): Part =>
  part`d.project_id = any (array(${projectsOfOrders(tx, actor)}))`

/** Query of `number`: the orders in which somebody has a seat outside their projects, of which some may stand twice. */
const seatNumbers = (tx: TenantTx, actor: Actor, stretch?: Stretch): Part =>
  stretch
    ? part`select d.number from (${numbersSeatedElsewhere(tx, actor)}) d where ${within(stretch, part`true`)}`
    : numbersSeatedElsewhere(tx, actor)
