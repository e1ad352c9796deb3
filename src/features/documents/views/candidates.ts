/**
 * Candidates of a list of orders: few orders, found by an index, among which are all that the filters leave. The list
 * reads these instead of every order. Without them PostgreSQL walks a million orders to find the few with a word or an
 * amount, because under `limit` it assumes that matches come early.
 */
import type { DocumentSort } from '#features/documents/list.ts'
import { isOpen } from '#features/documents/rules.ts'
import { openDocumentVisibleTo } from '#features/documents/scope.ts'
import {
  type Filtered,
  maxNumbers,
  numbersByFilter,
  numbersIn,
  unionAll,
} from '#features/documents/views/candidate-numbers.ts'
import { type DocumentFilters, statesIn } from '#features/documents/views/filters.ts'
import {
  type Counted,
  mostSeen,
  type RowsWith,
  type Seen,
  type Stretch,
  seenBetween,
  seenDocuments,
  seenRejected,
} from '#features/documents/views/seen-orders.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part, plannedOnce, shaped } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Candidates = {
  /** Query of `number`: the numbers of the candidates, of which some may stand twice. */
  readonly numbers: Part
  /** Rows of `document`, to be read instead of the table; null when there are too many to be read whole. */
  readonly rowsWith: RowsWith | null
  /** True when these are just the orders that the person sees: nobody needs to ask it of each again. */
  readonly areSeen: boolean
  /** True when many of them are read one by one, because they stand nowhere together. */
  readonly areScattered?: boolean
  /** True when an index told which of them may have the text that is searched. */
  readonly areByText?: boolean
}

/** Most rejected orders of somebody that are read whole: of more, the company's are soon enough for a page. */
const maxRejected = 6000

/** Most orders of other projects, or rejected ones, that are read one by one, only to be sorted. */
const maxScattered = 800

/** A filter's numbers stand close where so many times as many stand between the first and the last. */
const closeness = 2

/** Most candidates by a filter whose rows are read whole and then sorted. */
const maxRows = 2000

/** Most open orders of a company that are read whole, where a list has them in another order than by date. */
const maxOpen = 5000

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
  const rejected = seenRejected(tx, actor, filters)
  const most = mostSeen(actor, { ...filters, sort, isIndexed: queries.length > 0 })
  const open = hasOpenInOrder(actor, sort) ? null : openOrders(tx, filters)
  if (queries.length === 0 && most === 0 && !rejected && !open) return read(null)
  tx.readInSteps()
  const seen = () => (most > 0 ? seenDocuments(tx, actor, most, filters) : null)
  const isByDate = sort.endsWith('date')
  return findCandidates(tx, actor, { queries, rejected, seen, open, isByDate }).then(read)
}

/** True where an index has the open orders that the person sees in the order of the list. */
const hasOpenInOrder = (actor: Actor, sort: DocumentSort): boolean =>
  sort.endsWith('date') || (!sort.endsWith('provider') && visibleProjects(actor).kind !== 'assigned')

type Ways = {
  readonly queries: readonly Filtered[]
  readonly rejected: ReturnType<typeof seenRejected>
  readonly seen: () => Promise<Seen | null> | null
  /** The open orders, where none but some of these are listed. */
  readonly open: RowsWith | null
  readonly isByDate: boolean
}

async function findCandidates(
  tx: TenantTx,
  actor: Actor,
  { queries, rejected, seen, open, isByDate }: Ways,
): Promise<Candidates | null> {
  // Of somebody who sees few orders, no other is counted.
  const counted = queries.length > 0 ? await seen() : undefined
  if (counted && counted.count <= maxRows) return ofSeen(counted)
  const filtered = await shortest(tx, queries)
  if (filtered && filtered.count <= maxRows) return { ...withNumbers(tx, filtered.numbers), areSeen: false }
  const countRejected = rejected ? await upTo(tx, rejected.countTo(maxRejected), maxRejected) : null
  if (rejected && countRejected !== null)
    return {
      numbers: rejected.numbers,
      rowsWith: readFirst(rejected.rowsWith),
      areSeen: true,
      areScattered: countRejected > maxScattered,
    }
  if (open && (await countTo(tx, open(part`d.number`), maxOpen)) !== null) {
    // `offset 0`: PostgreSQL reads the open ones, and not all that somebody sees to find those of them that are open.
    const seenWith: RowsWith = columns =>
      part`select ${columns} from (${open(part`d.*`)} offset 0) d where ${openDocumentVisibleTo(tx, actor)}`
    return { numbers: seenWith(part`d.number`), rowsWith: readFirst(seenWith), areSeen: true }
  }
  const near = filtered?.stretch ? ofSeenBetween(tx, actor, filtered.stretch) : null
  if (near && isByDate && hasOrdersByDate(actor)) return near
  const all = counted === undefined ? await seen() : counted
  if (!all) return filtered && { numbers: inOrder(tx, filtered), rowsWith: null, areSeen: false }
  if (near) return near
  return filtered ? { ...withNumbers(tx, inBoth(filtered, all)), areSeen: true } : ofSeen(all)
}

/** Numbers of the query or, where these stand close, all between the first and the last: the table has them sorted. */
const inOrder = (tx: TenantTx, { numbers, stretch }: Shortest): Part =>
  stretch ? numbersIn(tx, part`d.number between ${stretch.from} and ${stretch.to}`) : numbers

/** True where one index has the orders that the person sees, and no others, by date. */
function hasOrdersByDate(actor: Actor): boolean {
  const { kind } = visibleProjects(actor)
  return kind === 'client' || kind === 'provider'
}

function ofSeenBetween(tx: TenantTx, actor: Actor, stretch: Stretch): Candidates {
  const { numbers, rowsWith } = seenBetween(tx, actor, stretch)
  return { numbers, rowsWith: readFirst(rowsWith), areSeen: true }
}

const ofSeen = ({ numbers, rowsWith, elsewhere, areByText }: Seen): Candidates => ({
  numbers,
  rowsWith: readFirst(rowsWith),
  areSeen: true,
  areScattered: elsewhere > maxScattered,
  areByText,
})

/** `offset 0`: PostgreSQL reads these rows first, whatever else is asked of them. */
const readFirst =
  (rowsWith: RowsWith): RowsWith =>
  columns =>
    part`(select * from (${rowsWith(columns)}) d offset 0)`

function openOrders({ companyId }: TenantTx, filters: DocumentFilters): RowsWith | null {
  const states = statesIn(filters)
  if (!states?.every(isOpen)) return null
  // The states stand in words too: so PostgreSQL knows that the index of open orders has them all.
  return columns => part`select ${columns} from document d
    where d.company_id = ${companyId} and d.state = any (${[...states]}::text[])
      and d.state in ('in_approval', 'returned', 'blocked', 'approved', 'execution_rejected')`
}

/** Number of rows of a query; null for more than `most`. */
const countTo = (tx: TenantTx, query: Part, most: number): Promise<number | null> =>
  upTo(tx, part`select count(*)::int as count from (${query} limit ${most + 1}) x`, most)

/** Count that a query gives; null for more than `most`. */
async function upTo(tx: TenantTx, query: Part, most: number): Promise<number | null> {
  const found = await tx.one<{ count: number }>(shaped`${query}`)
  return found && found.count <= most ? found.count : null
}

/** Numbers in both, so that no row is read of an order in one alone. */
const inBoth = (a: Counted, b: Counted): Part => part`(${a.numbers}) intersect (${b.numbers})`

const withNumbers = (tx: TenantTx, numbers: Part) => ({
  numbers,
  rowsWith: readFirst(
    columns => part`select ${columns} from document d
    where d.company_id = ${tx.companyId} and d.number = any (array(select number from (${numbers}) x))`,
  ),
})

type Shortest = Counted & {
  /** Where the numbers stand, if close to each other. */
  readonly stretch: Stretch | null
}

/** The query with the fewest numbers; null where each has more than `maxNumbers`. */
async function shortest(tx: TenantTx, queries: readonly Filtered[]): Promise<Shortest | null> {
  if (queries.length === 0) return null
  const counts = queries.map(
    ({ numbers, areTooMany }, index) => part`
      select ${index}::int as index, t.are_too_many, x.* from (select ${areTooMany} as are_too_many offset 0) t
      cross join lateral (select count(*)::int as count, min(number) as "from", max(number) as "to"
        from (${numbers} limit case when t.are_too_many then 0 else ${maxNumbers + 1} end) x) x`,
  )
  const [least] = await tx.all<{ index: number; are_too_many: boolean; count: number } & Stretch>(
    plannedOnce(shaped`${unionAll(counts)} order by are_too_many, count`),
  )
  const numbers = least && queries[least.index]?.numbers
  if (!numbers || least.are_too_many || least.count > maxNumbers) return null
  const { count, from, to } = least
  return { numbers, count, stretch: to - from < closeness * count ? { from, to } : null }
}
