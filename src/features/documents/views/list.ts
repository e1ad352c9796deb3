/**
 * The list of orders, page by page. An inner query finds the page's orders with their key (`sorted_by`); what the rows show is
 * joined afterwards. In its pieces `d` is a row of `document`, and `isListed` the condition on it: the person sees the
 * order, and the filters leave it.
 */
import { type DocumentState, documentTypes, isOpen } from '#features/documents/rules.ts'
import { documentVisibleTo, openDocumentVisibleTo } from '#features/documents/scope.ts'
import { pageOfAssigned } from '#features/documents/views/assigned-page.ts'
import { unionAll } from '#features/documents/views/candidate-numbers.ts'
import { type Candidates, withCandidates } from '#features/documents/views/candidates.ts'
import { documentColumns, documentJoins } from '#features/documents/views/documents.ts'
import { pageByDueDay } from '#features/documents/views/due-page.ts'
import {
  type DocumentFileColumns,
  type DocumentFileRow,
  documentFileColumns,
  documentFileJoins,
  documentFileRow,
} from '#features/documents/views/file-rows.ts'
import {
  areOpenSought,
  type DocumentFilters,
  documentsFiltered,
  isWide,
  statesIn,
} from '#features/documents/views/filters.ts'
import { type DocumentKeyset, documentKeyset } from '#features/documents/views/keyset.ts'
import {
  type ListedColumns,
  listedColumns,
  listedJoins,
  listedRow,
} from '#features/documents/views/listed.ts'
import { pageOfEachProvider } from '#features/documents/views/provider-page.ts'
import { seenRows } from '#features/documents/views/seen-orders.ts'
import { isInOrder, walkedNumbers } from '#features/documents/views/walked-page.ts'
import type { listDocuments } from '#features/documents/wire.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { nothing, type Part, part, plannedOnce, search, shaped, writtenWords } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type ListQuery = QueryOf<typeof listDocuments>

export async function documentPage(
  tx: TenantTx,
  actor: Actor,
  query: ListQuery,
): Promise<ResponseOf<typeof listDocuments>> {
  const { rows, next } = await pageWith<ListedColumns>(tx, actor, query, listedColumns(actor), listedJoins)
  return { items: rows.map(row => listedRow(actor, row)), next }
}

/** A page of the list as its file shows it. */
export async function documentFilePage(
  tx: TenantTx,
  actor: Actor,
  query: ListQuery,
): Promise<{ items: DocumentFileRow[]; next: string | null }> {
  const columns = part`${documentColumns}, ${documentFileColumns(actor)}`
  const joins = part`${documentJoins} ${documentFileJoins}`
  const { rows, next } = await pageWith<DocumentFileColumns>(tx, actor, query, columns, joins)
  return { items: rows.map(documentFileRow), next }
}

/** Rows of a page with these columns; `joins` adds to the page, as `d`, what they show. */
function pageWith<Row extends { id: string }>(
  tx: TenantTx,
  actor: Actor,
  query: ListQuery,
  columns: Part,
  joins: Part,
): Promise<{ rows: readonly (Row & { sort_key: string })[]; next: string | null }> {
  const keyset = documentKeyset(query)
  return withCandidates(tx, actor, query, async candidates => {
    const isLeft = left(tx, actor, query, candidates?.areSeen)
    const isOfClient = visibleProjects(actor).kind === 'client'
    const ways = { tx, actor, query, keyset, isLeft, isListed: inCompany(tx, isLeft), isOfClient }
    // Where nothing is walked nothing is awaited: the statement leaves with the first of its transaction.
    const walked = isWalked(query, candidates) ? await walkedPage(ways, candidates.numbers) : null
    const page = walked ?? pageQuery(ways, candidates)
    const sortKey = part`d.sorted_by`
    const isByDate = query.sort.endsWith('date')
    const areNarrow = hasNarrowRows(query, candidates)
    const haveOneWay = areNarrow || candidates?.areByText === true
    // Otherwise the best plan depends on how many orders and candidates the company has.
    const asked = (isByDate || haveOneWay ? shaped : search)`
      select ${columns}, ${keyset.cursorText(sortKey)} as sort_key from (${page}) d ${joins}
      order by ${keyset.orderBy(sortKey)}`
    const hasOnePlan =
      haveOneWay || (isByDate && (candidates !== null || visibleProjects(actor).kind === 'assigned'))
    const found = await tx.all<Row & { sort_key: string }>(hasOnePlan ? plannedOnce(asked) : asked)
    return keyset.cutPage(found)
  })
}

/** Number of orders that the filters leave, of those that the person sees. */
export function documentTotal(tx: TenantTx, actor: Actor, filters: DocumentFilters): Promise<number> {
  return withCandidates(tx, actor, filters, async candidates => {
    const statement = candidates ? shaped : search
    // Of very many orders those seen are found by projects and by seats: to ask it of each takes three times as long.
    const rows = candidates?.rowsWith?.(part`d.*`) ?? part`(${seenRows(tx, actor, part`d.*`)})`
    const areSeen = candidates?.rowsWith ? candidates.areSeen : true
    const found = await tx.one<{ count: number }>(statement`
      select count(*)::int as count from ${rows} d where ${inCompany(tx, left(tx, actor, filters, areSeen))}`)
    return found?.count ?? 0
  })
}

/** Ids of the orders in those states that the filters leave, of those that the person sees, oldest first. */
export function documentIds(
  tx: TenantTx,
  actor: Actor,
  filters: DocumentFilters,
  { states, most }: { states: readonly DocumentState[]; most: number },
): Promise<string[]> {
  return withCandidates(tx, actor, filters, async candidates => {
    const statement = candidates ? shaped : search
    const found = await tx.all<{ id: string }>(statement`
      select d.id from ${candidates?.rowsWith?.(part`d.*`) ?? part`document`} d
      where ${inCompany(tx, left(tx, actor, filters, candidates?.areSeen))} and d.state = any (${[...states]}::text[])
      order by d.number limit ${most}`)
    return found.map(({ id }) => id)
  })
}

/** Condition on an order of the company: the person sees it, and the filters leave it. */
function left(tx: TenantTx, actor: Actor, filters: DocumentFilters, areSeen = false): Part {
  const isVisible = areOpenSought(filters) ? openDocumentVisibleTo : documentVisibleTo
  const isSeen = areSeen ? part`true` : isVisible(tx, actor)
  return part`${isSeen} ${documentsFiltered(actor, filters)}`
}

const inCompany = ({ companyId }: TenantTx, isLeft: Part): Part =>
  part`d.company_id = ${companyId} and ${isLeft}`

type Page = {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly query: ListQuery
  readonly keyset: DocumentKeyset
  /** `isListed` without its company, for rows that are of the company anyway. */
  readonly isLeft: Part
  readonly isListed: Part
  /** True when a client's own orders are listed. */
  readonly isOfClient: boolean
}

const isWalked = (query: ListQuery, candidates: Candidates | null): candidates is Candidates =>
  candidates?.areScattered === true && isWide(query) && isInOrder(query)

/** Page of somebody whose orders stand apart from each other, where an index of the company soon has as many. */
async function walkedPage(page: Page, seen: Part): Promise<Part | null> {
  const { tx, actor, query, keyset } = page
  const numbers = await walkedNumbers({ tx, query, keyset, seen, filters: documentsFiltered(actor, query) })
  // Nothing is asked of them again: one that has changed meanwhile would leave the page short, as if the list ended there.
  const unasked = { ...page, isLeft: part`true`, keyset: { ...keyset, afterCursor: nothing } }
  return (
    numbers &&
    pageOfRows(
      unasked,
      part`(select ${sortedAndFiltered} from document d
        where d.company_id = ${tx.companyId} and d.number = any (${numbers}::int[]))`,
    )
  )
}

/** Query of the page's orders, in the way that reads fewest rows for this filter and order. */
function pageQuery(page: Page, candidates: Candidates | null): Part {
  const { sort } = page.query
  const states = statesIn(page.query)
  if (sort.endsWith('date')) {
    if (candidates) return pageOfNumbers(page, candidates.numbers)
    const walked = states ? pageByState(page, states) : pageByIndex(page)
    return isOfAssigned(page, states) ? pageOfFewProjects(page, walked) : walked
  }
  if (candidates?.rowsWith) {
    const columns = hasNarrowRows(page.query, candidates) ? sortedAndFiltered : part`d.*`
    return pageOfRows(page, candidates.rowsWith(columns))
  }
  if (sort.endsWith('due')) return pageByDueDay({ ...page, isDown: sort.startsWith('-') }, states)
  if (sort.endsWith('provider')) return pageOfEachProvider(page)
  return sort.endsWith('name') && states ? pageOfEachState(page, states) : pageByIndex(page)
}

/**
 * Page of few orders, of all of which the key is read and sorted; the rest of a row is read of those on the page alone.
 * `offset 0`: PostgreSQL reads these before it sorts, and walks no index in the order of the page.
 */
const pageOfRows = ({ tx, query, isLeft, keyset }: Page, rows: Part): Part => part`
  select d.*, n.sorted_by from (
    select d.number, d.sorted_by from (
      select d.number, ${keyset.key} as sorted_by from ${rows} d ${query.sort.endsWith('provider') ? withProvider(tx) : nothing}
      where ${isLeft} ${keyset.afterCursor} offset 0) d
    order by ${keyset.orderBy(part`d.sorted_by`)} limit ${keyset.limitPlusOne}) n
  join document d on d.company_id = ${tx.companyId} and d.number = n.number`

const withProvider = ({ companyId }: TenantTx): Part =>
  part`join provider pv on pv.company_id = ${companyId} and pv.id = d.provider_id`

/** True for rows of which the page asks no more than an index has. */
const hasNarrowRows = (query: ListQuery, candidates: Candidates | null): boolean =>
  candidates?.rowsWith != null && candidates.areSeen && isWide(query)

/** Columns that a list sorts by, and those of its widest filters. */
const sortedAndFiltered = part`d.number, d.type, d.state, d.provider_id, d.name_key, d.amount_minor, d.due_on`

/** Page by date of more orders: their numbers are sorted, and rows read one by one until the page is full. */
function pageOfNumbers({ query, isListed, keyset }: Page, numbers: Part): Part {
  const direction = query.sort.startsWith('-') ? part`desc` : part`asc`
  // `offset 0`: PostgreSQL sorts the numbers first, and reads no row before its turn.
  return part`
    select d.*, ${keyset.key} as sorted_by
    from (select distinct d.number as place from (${numbers}) d where true ${keyset.afterCursor}
      order by 1 ${direction} offset 0) n
    cross join lateral (select d.* from document d where d.number = n.place and ${isListed} offset 0) d
    order by n.place ${direction} limit ${keyset.limitPlusOne}`
}

/** True for somebody's assigned orders, where none but a filter by project leaves few; open ones are few, whoever asks. */
const isOfAssigned = (
  { actor, query: { projectId, ...others } }: Page,
  states: readonly DocumentState[] | null,
): boolean => visibleProjects(actor).kind === 'assigned' && isWide(others) && !states?.every(isOpen)

function pageOfFewProjects(page: Page, otherwise: Part): Part {
  const { tx, actor, query, keyset } = page
  return pageOfAssigned(tx, actor, {
    projectId: query.projectId,
    isLeft: part`${documentsFiltered(actor, query)} ${keyset.afterCursor}`,
    orderBy: keyset.orderBy(),
    limitPlusOne: keyset.limitPlusOne,
    pageOfNumbers: numbers => pageOfNumbers(page, numbers),
    otherwise,
  })
}

/** Page of orders in some states: a page of each type and state, in the order of their index, of which one is made. */
function pageByState({ query, isListed, keyset, isOfClient }: Page, states: readonly DocumentState[]): Part {
  const types = query.type ? [query.type] : documentTypes
  // A client's best index depends on how many of the company's orders are the client's: the page is planned for it.
  const list = isOfClient ? asValues : writtenWords
  return part`
    select d.*, ${keyset.key} as sorted_by
    from unnest(${list(types)}) t (type) cross join unnest(${list(states)}) s (state)
    cross join lateral (select d.* from document d
      where d.type = t.type and d.state = s.state and ${isListed} ${keyset.afterCursor}
      order by ${keyset.orderBy()} limit ${keyset.limitPlusOne}) d
    order by ${keyset.orderBy()} limit ${keyset.limitPlusOne}`
}

const asValues = (words: readonly string[]): Part => part`${[...words]}::text[]`

/** Page in the order of an index: orders are read until it is full. */
const pageByIndex = ({ isListed, keyset }: Page): Part => part`
  select d.*, ${keyset.key} as sorted_by from document d
  where ${isListed} ${keyset.afterCursor} order by ${keyset.orderBy()} limit ${keyset.limitPlusOne}`

/** Page of orders in some states in the order of their names: of each state as many, in the order of an index where it has few. */
function pageOfEachState(page: Page, states: readonly DocumentState[]): Part {
  const { keyset } = page
  const ofEach = states.map(
    state =>
      part`(select * from (${pageByIndex({ ...page, isListed: part`${page.isListed} and d.state = ${state}` })}) d)`,
  )
  return part`select * from (${unionAll(ofEach)}) d order by ${keyset.orderBy(part`d.sorted_by`)} limit ${keyset.limitPlusOne}`
}
