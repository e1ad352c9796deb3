/**
 * A saved view is what the address of a list says, under a name: the search, the filters and the order, never a page
 * and never what is open beside the list. It is one person's, in one company, and shows what that person may see by
 * the time it is opened.
 */
import { type Actor, type Area, areasOf } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'

export type SavedViewRefusal =
  | 'forbidden'
  | 'not_found'
  | 'saved_view_unfit'
  | 'saved_view_limit'
  | 'saved_view_name_taken'

/** Of each list. */
export const mostSavedViews = 20
export const longestViewName = 60

export const savedLists = [
  'projects',
  'contracts',
  'documents',
  'payment-orders',
  'issuance-orders',
  'received-orders',
  'clients',
  'providers',
  'people',
  'client-users',
  'journal',
] as const
export type SavedList = (typeof savedLists)[number]

/** What the addresses of lists may say. */
export const searchKeys = [
  'q',
  'sort',
  'status',
  'project',
  'type',
  'state',
  'actor',
  'group',
  'object',
  'from',
  'to',
  'delegated',
] as const
export type SearchKey = (typeof searchKeys)[number]
export type Search = { readonly [key in SearchKey]?: string }
type Address = { readonly [key in SearchKey]?: string | undefined }

type Place = {
  /** The areas that have the list, and where: behind `/client/` and its like. */
  readonly areas: readonly Area[]
  readonly path: string
  /** What a view of it keeps. */
  readonly keeps: readonly SearchKey[]
}

const ofOrders = ['q', 'sort', 'status', 'project', 'type', 'state'] as const

export const placeOfList: { readonly [list in SavedList]: Place } = {
  projects: { areas: ['client', 'empresa', 'provider'], path: 'projects', keeps: ['q', 'sort'] },
  contracts: { areas: ['client', 'empresa', 'provider'], path: 'contracts', keeps: ['q', 'sort', 'status'] },
  documents: { areas: ['client', 'empresa'], path: 'documents', keeps: ofOrders },
  'payment-orders': { areas: ['client'], path: 'projects/payment-orders', keeps: ofOrders },
  'issuance-orders': { areas: ['client'], path: 'projects/issuance-orders', keeps: ofOrders },
  'received-orders': { areas: ['provider'], path: 'orders', keeps: ofOrders },
  clients: { areas: ['empresa'], path: 'clients', keeps: ['q', 'sort'] },
  providers: { areas: ['empresa'], path: 'providers', keeps: ['q', 'sort'] },
  people: { areas: ['empresa'], path: 'people', keeps: ['q', 'sort'] },
  'client-users': { areas: ['client'], path: 'client-users', keeps: ['q', 'sort'] },
  journal: {
    areas: ['empresa'],
    path: 'settings/audit',
    keeps: ['actor', 'group', 'object', 'from', 'to', 'delegated'],
  },
}

export type SavedView = {
  readonly id: string
  readonly list: SavedList
  readonly name: string
  readonly search: Search
}

/** Of an address, what a view of this list keeps. */
export function keptOf(list: SavedList, address: Address): Search {
  return Object.fromEntries(
    placeOfList[list].keeps.flatMap(key => {
      const said = address[key]
      return said === undefined || said === '' ? [] : [[key, said]]
    }),
  )
}

export const isSameSearch = (one: Search, other: Search): boolean =>
  searchKeys.every(key => one[key] === other[key])

/** A view is kept of the lists that the person's areas have. */
export function mayKeep(actor: Pick<Actor, 'role'>, list: SavedList): true | Refusal<SavedViewRefusal> {
  const { areas } = placeOfList[list]
  return areasOf[actor.role].some(area => areas.includes(area)) ? true : refuse('forbidden')
}

/** There is room for one more of this list. */
export function hasRoom(list: SavedList, own: readonly SavedView[]): true | Refusal<SavedViewRefusal> {
  return own.filter(view => view.list === list).length < mostSavedViews ? true : refuse('saved_view_limit')
}

/** It says only what this list understands. */
export function fits({ list, search }: Pick<SavedView, 'list' | 'search'>): true | Refusal<SavedViewRefusal> {
  return isSameSearch(keptOf(list, search), search) ? true : refuse('saved_view_unfit')
}

/** No other view of the list is called so, whatever the accents and the case. */
export function isFree(
  { id, list, name }: Pick<SavedView, 'id' | 'list' | 'name'>,
  own: readonly SavedView[],
): true | Refusal<SavedViewRefusal> {
  const isTaken = own.some(other => other.id !== id && other.list === list && fold(other.name) === fold(name))
  return isTaken ? refuse('saved_view_name_taken') : true
}
