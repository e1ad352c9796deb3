/**
 * Orders page by page. The page is found on the orders alone; what its rows show is joined to it afterwards.
 */
import { type DocumentSort, documentList } from '#features/documents/list.ts'
import { type DocumentState, documentTypes, isOpen, statesWith } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { documentColumns, documentJoins } from '#features/documents/views/documents.ts'
import {
  type DocumentFileColumns,
  type DocumentFileRow,
  documentFileColumns,
  documentFileJoins,
  documentFileRow,
} from '#features/documents/views/file-rows.ts'
import { type DocumentFilters, documentsFiltered } from '#features/documents/views/filters.ts'
import {
  type ListedColumns,
  listedColumns,
  listedJoins,
  listedRow,
} from '#features/documents/views/listed.ts'
import { type Narrowed, narrowed } from '#features/documents/views/narrow.ts'
import type { listDocuments } from '#features/documents/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { nothing, type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type ListQuery = QueryOf<typeof listDocuments>

export async function documentPage(
  tx: TenantTx,
  actor: Actor,
  query: ListQuery,
): Promise<ResponseOf<typeof listDocuments>> {
  const { rows, next } = await pageWith<ListedColumns>(tx, actor, query, listedColumns, listedJoins)
  return { items: rows.map(listedRow), next }
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
async function pageWith<Row extends { id: string }>(
  tx: TenantTx,
  actor: Actor,
  query: ListQuery,
  columns: Part,
  joins: Part,
): Promise<{ rows: readonly (Row & { sort_key: string })[]; next: string | null }> {
  const wanted = part`d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)} ${documentsFiltered(actor, query)}`
  const paging = keyset(query)
  const narrowing = narrowed(tx, actor, query, query.sort)
  const narrow = narrowing && (await narrowing)
  const page = pageQuery(tx, query, wanted, paging, narrow)
  const sortKey = part`d.sort_key`
  const found = await tx.all<Row & { sort_key: string }>(search`
    select ${columns}, ${paging.cursorText(sortKey)} as sort_key from (${page}) d ${joins}
    order by ${paging.orderBy(sortKey)}`)
  return paging.cutPage(found)
}

/** Number of orders that the filters find, of those that the person sees. */
export async function documentTotal(tx: TenantTx, actor: Actor, filters: DocumentFilters): Promise<number> {
  const narrowing = narrowed(tx, actor, filters)
  const narrow = narrowing && (await narrowing)
  const found = await tx.one<{ count: number }>(search`
    select count(*)::int as count from ${narrow?.orders ?? part`document`} d
    where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)} ${documentsFiltered(actor, filters)}`)
  return found?.count ?? 0
}

type Keyset = ReturnType<typeof keyset>

const keyset = (query: ListQuery) =>
  keysetPage(documentList, query, {
    id: part`d.number`,
    idValue: id => Number(id.slice(4)),
    keys: {
      date: part`d.number`,
      amount: part`d.amount_minor`,
      name: part`d.name_key`,
      provider: part`s.search`,
    },
  })

function pageQuery(
  tx: TenantTx,
  query: ListQuery,
  wanted: Part,
  paging: Keyset,
  narrow: Narrowed | null,
): Part {
  const isByDate = query.sort.endsWith('date')
  if (narrow && isByDate) return byNumber(narrow.numbers, wanted, query.sort, paging)
  if (narrow?.orders) return bySorting(narrow.orders, wanted, paging)
  if (query.sort.endsWith('provider')) return byProvider(tx, query, wanted, paging)
  return isByDate && statesIn(query) ? byState(query, wanted, paging) : byKey(wanted, paging)
}

/** States of the orders to show; null for any. */
const statesIn = ({ status, state }: ListQuery): readonly DocumentState[] | null =>
  state ? [state] : status ? statesWith(status) : null

/** Page of few orders, which are sorted whole. */
const bySorting = (few: Part, wanted: Part, { key, afterCursor, orderBy, limitPlusOne }: Keyset) => part`
  select d.*, ${key} as sort_key from ${few} d
  join provider s on s.company_id = d.company_id and s.id = d.provider_id
  where ${wanted} ${afterCursor} order by ${orderBy()} limit ${limitPlusOne}`

/** Page of many orders by their numbers, which are sorted; the orders are read one by one until the page is full. */
function byNumber(
  numbers: Part,
  wanted: Part,
  sort: DocumentSort,
  { key, afterCursor, limitPlusOne }: Keyset,
) {
  const direction = sort.startsWith('-') ? part`desc` : part`asc`
  return part`
    select d.*, ${key} as sort_key
    from (select distinct d.number as place from (${numbers}) d where true ${afterCursor}
      order by 1 ${direction} offset 0) n
    cross join lateral (select d.* from document d where d.number = n.place and ${wanted} offset 0) d
    order by n.place ${direction} limit ${limitPlusOne}`
}

/** Page of orders in some states: as many of each type and state, each in the order of an index. */
function byState(query: ListQuery, wanted: Part, { key, afterCursor, orderBy, limitPlusOne }: Keyset) {
  const types = query.type ? [query.type] : documentTypes
  return part`
    select d.*, ${key} as sort_key
    from unnest(${[...types]}::text[]) of (type) cross join unnest(${[...(statesIn(query) ?? [])]}::text[]) at (state)
    cross join lateral (select d.* from document d
      where d.type = of.type and d.state = at.state and ${wanted} ${afterCursor}
      order by ${orderBy()} limit ${limitPlusOne}) d
    order by ${orderBy()} limit ${limitPlusOne}`
}

const byKey = (wanted: Part, { key, afterCursor, orderBy, limitPlusOne }: Keyset) => part`
  select d.*, ${key} as sort_key from document d 
  where ${wanted} ${afterCursor} order by ${orderBy()} limit ${limitPlusOne}`

/** Most open orders that are sorted by provider one by one: as fast as walking some hundred providers. */
const mostSorted = 5000

/** Page sorted by provider: of open orders, all of them where these are few; of others, provider by provider. */
function byProvider(tx: TenantTx, query: ListQuery, wanted: Part, paging: Keyset): Part {
  const walk = eachProvider(tx, wanted, query.sort, paging)
  const states = statesIn(query)
  if (!states?.every(isOpen)) return walk
  const areFew = part`(select count(*) <= ${mostSorted} from (select from document d
    where d.company_id = ${tx.companyId} and d.state = any (${[...states]}::text[]) limit ${mostSorted + 1}) o)`
  const open = bySorting(part`(select d.* from document d where ${wanted} offset 0)`, wanted, paging)
  return part`select * from (${open}) d where ${areFew} union all select * from (${walk}) d where not ${areFew}`
}

/** Providers in their order, and of each at most one page of orders. */
function eachProvider(
  tx: TenantTx,
  wanted: Part,
  sort: DocumentSort,
  { cursor, orderBy, limitPlusOne }: Keyset,
) {
  const isDown = sort.startsWith('-')
  const number = isDown ? part`d.number desc` : part`d.number`
  const [from, onwards] = isDown ? [part`<=`, part`<`] : [part`>=`, part`>`]
  const after = cursor && { name: cursor.key, number: Number(cursor.id.slice(4)) }
  return part`
    select d.*, s.search as sort_key from provider s cross join lateral (
      select d.* from document d where d.provider_id = s.id and ${wanted}
        ${after ? part`and (s.search <> ${after.name} or d.number ${onwards} ${after.number})` : nothing}
      order by ${number} limit ${limitPlusOne}) d
    where s.company_id = ${tx.companyId} ${after ? part`and s.search ${from} ${after.name}` : nothing}
    order by ${orderBy()} limit ${limitPlusOne}`
}
