/** Orders page by page. The page is found first, on the orders alone; what its rows show is joined to it after. */
import { statesWith } from '#features/documents/rules.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import { documentsOf } from '#features/documents/views/reach.ts'
import { type Place, placeAfter, placeOf } from '#features/documents/wire/place.ts'
import type { DocumentSort, listDocuments } from '#features/documents/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { nothing, part, search } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type ListQuery = QueryOf<typeof listDocuments>
export type DocumentFilters = Omit<ListQuery, 'sort' | 'after' | 'limit'>

export async function documentPage(
  tx: TenantTx,
  actor: Actor,
  query: ListQuery,
): Promise<ResponseOf<typeof listDocuments>> {
  const { sort, limit } = query
  const after = query.after === undefined ? null : placeOf(sort, query.after)
  const wanted = part`d.company_id = ${tx.companyId} and ${documentsOf(tx, actor)} ${filtersOf(actor, query)}`
  const page = sort.endsWith('provider')
    ? byProvider(tx, wanted, { sort, after, limit })
    : bySortKey(wanted, { sort, after, limit })
  const found = await tx.all<DocumentRow & { sort_key: string }>(search`
    select ${documentColumns}, d.sort_key::text as sort_key from (${page}) d ${documentJoins}
    order by ${inOrder(sort, part`d.sort_key`)}`)
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    items: found.slice(0, limit).map(documentRow),
    next: last ? placeAfter(sort, { id: last.id, key: last.sort_key }) : null,
  }
}

/** How many orders the filters find, of those that the person sees. */
export async function documentTotal(tx: TenantTx, actor: Actor, filters: DocumentFilters): Promise<number> {
  const found = await tx.one<{ count: number }>(search`
    select count(*)::int as count from document d
    where d.company_id = ${tx.companyId} and ${documentsOf(tx, actor)} ${filtersOf(actor, filters)}`)
  return found?.count ?? 0
}

function filtersOf(actor: Actor, filters: DocumentFilters) {
  const { projectId, contractId, type, status, state, createdBy, q } = filters
  return part`
    ${projectId ? part`and d.project_id = ${projectId}` : nothing}
    ${contractId ? part`and d.contract_id = ${contractId}` : nothing}
    ${type ? part`and d.type = ${type}` : nothing}
    ${status ? part`and d.state = any (${statesWith(status)}::text[])` : nothing}
    ${state ? part`and d.state = ${state}` : nothing}
    ${createdBy ? part`and d.created_by = ${actor.userId}` : nothing}
    ${q?.trim() ? part`and ${said(actor.companyId, containing(q.trim()))}` : nothing}`
}

/** Words are those of an order or of its provider. */
const said = (companyId: string, wanted: string) => part`(d.search like ${wanted} or d.provider_id in (
  select id from provider where company_id = ${companyId} and search like ${wanted}))`

type Wanted = ReturnType<typeof part>
type Slice = { readonly sort: DocumentSort; readonly after: Place | null; readonly limit: number }

const isDown = (sort: DocumentSort): boolean => sort.startsWith('-')
const onwards = (sort: DocumentSort) => (isDown(sort) ? part`<` : part`>`)

function inOrder(sort: DocumentSort, key: Wanted) {
  const number = isDown(sort) ? part`d.number desc` : part`d.number`
  if (sort.endsWith('date')) return number
  return isDown(sort) ? part`${key} desc, ${number}` : part`${key}, ${number}`
}

/** One more than asked for says whether there are more. */
function bySortKey(wanted: Wanted, { sort, after, limit }: Slice) {
  const key = sort.endsWith('amount') ? part`d.amount_minor` : part`d.name_key`
  const isByDate = sort.endsWith('date')
  return part`
    select d.*, ${isByDate ? part`d.number` : key} as sort_key from document d where ${wanted}
      ${after === null ? nothing : part`and ${isByDate ? beyondNumber(sort, after) : beyond(sort, key, after)}`}
    order by ${inOrder(sort, key)} limit ${limit + 1}`
}

const beyondNumber = (sort: DocumentSort, { number }: Place) => part`d.number ${onwards(sort)} ${number}`

function beyond(sort: DocumentSort, key: Wanted, { key: value, number }: Place) {
  const type = sort.endsWith('amount') ? part`bigint` : part`text`
  return part`(${key}, d.number) ${onwards(sort)} (${value}::${type}, ${number}::int)`
}

/** Providers in their order, and of each no more orders than a page holds. */
function byProvider(tx: TenantTx, wanted: Wanted, { sort, after, limit }: Slice) {
  const number = isDown(sort) ? part`d.number desc` : part`d.number`
  const from = isDown(sort) ? part`<=` : part`>=`
  return part`
    select d.*, s.search as sort_key from provider s cross join lateral (
      select d.* from document d where d.provider_id = s.id and ${wanted}
        ${after === null ? nothing : part`and (s.search <> ${after.key} or d.number ${onwards(sort)} ${after.number})`}
      order by ${number} limit ${limit + 1}) d
    where s.company_id = ${tx.companyId} ${after === null ? nothing : part`and s.search ${from} ${after.key}`}
    order by ${inOrder(sort, part`s.search`)} limit ${limit + 1}`
}
