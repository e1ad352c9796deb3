/**
 * A saved view is a name for the address of a list: its search, filters and order, never a page and never the
 * row open beside the list. It belongs to one person in one company, and shows what that person may see when it
 * is opened.
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

/** Most saved views of each list. */
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

/** Search parameters that addresses of lists may have. */
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
  /** Areas that have the list, and its path in them: behind `/client/` and its like. */
  readonly areas: readonly Area[]
  readonly path: string
  /** Search parameters that a view of the list saves. */
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

/** Part of an address that a view of this list saves. */
export function keptOf(list: SavedList, address: Address): Search {
  return Object.fromEntries(
    placeOfList[list].keeps.flatMap(key => {
      const value = address[key]
      return value === undefined || value === '' ? [] : [[key, value]]
    }),
  )
}

export const isSameSearch = (one: Search, other: Search): boolean =>
  searchKeys.every(key => one[key] === other[key])

/** Permits saving a view of the lists that the person's areas have. */
export function mayKeep(actor: Pick<Actor, 'role'>, list: SavedList): true | Refusal<SavedViewRefusal> {
  const { areas } = placeOfList[list]
  return areasOf[actor.role].some(area => areas.includes(area)) ? true : refuse('forbidden')
}

/** Refuses one view too many of this list. */
export function hasRoom(list: SavedList, own: readonly SavedView[]): true | Refusal<SavedViewRefusal> {
  return own.filter(view => view.list === list).length < mostSavedViews ? true : refuse('saved_view_limit')
}

/** Refuses search parameters that this list does not have. */
export function fits({ list, search }: Pick<SavedView, 'list' | 'search'>): true | Refusal<SavedViewRefusal> {
  return isSameSearch(keptOf(list, search), search) ? true : refuse('saved_view_unfit')
}

/** Refuses the name of another view of the list; accents and case make no difference. */
export function isFree(
  { id, list, name }: Pick<SavedView, 'id' | 'list' | 'name'>,
  own: readonly SavedView[],
): true | Refusal<SavedViewRefusal> {
  const isTaken = own.some(other => other.id !== id && other.list === list && fold(other.name) === fold(name))
  return isTaken ? refuse('saved_view_name_taken') : true
}
