/**
 * A saved view is a name for the address of a list: its search, filters and order, never a page and never the
 * row open beside the list. It belongs to one person in one company, and shows what that person may see when it
 * is opened.
 */
import { type Actor, type Area, roleAreas } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'

export type SavedViewRefusal =
  | 'forbidden'
  | 'not_found'
  | 'saved_view_unfit'
  | 'saved_view_limit'
  | 'saved_view_name_taken'

/** Most saved views of each list. */
export const maxSavedViews = 20
export const longestViewName = 60

/** A list whose views are saved. The slices of the lists come after this one, so that `app/saved-lists.ts` says which lists there are. */
export type SavedList = {
  readonly title: string
  /** Areas that have the list, and its path in them: behind `/client/` and its like. */
  readonly areas: readonly Area[]
  readonly path: string
  /** Parameters of its address that a view saves. */
  readonly keys: readonly string[]
}

/** Every list whose views are saved, by its name. */
export type SavedLists = { readonly [name: string]: SavedList }

/** Parameters of an address: what a view says. */
export type Search = { readonly [key: string]: string | undefined }

export type SavedView = {
  readonly id: string
  /** Name of its list. */
  readonly list: string
  readonly name: string
  readonly search: Search
}

/** Part of an address that a view of this list saves. */
export function pickSavedKeys(keys: readonly string[], address: Search): Search {
  return Object.fromEntries(
    keys.flatMap(key => {
      const value = address[key]
      return value === undefined || value === '' ? [] : [[key, value]]
    }),
  )
}

export const isSameSearch = (one: Search, other: Search): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every(key => one[key] === other[key])

/** Permits saving a view of the lists that the person's areas have. */
export function maySaveViews(
  actor: Pick<Actor, 'role'>,
  list: SavedList | undefined,
): true | Refusal<SavedViewRefusal> {
  return roleAreas[actor.role].some(area => list?.areas.includes(area)) ? true : refuse('forbidden')
}

/** Refuses one view too many of the list with this name. */
export function hasRoom(list: string, own: readonly SavedView[]): true | Refusal<SavedViewRefusal> {
  return own.filter(view => view.list === list).length < maxSavedViews ? true : refuse('saved_view_limit')
}

/** Refuses search parameters that the list does not have. */
export function isSavableSearch(
  { search }: Pick<SavedView, 'search'>,
  list: SavedList | undefined,
): true | Refusal<SavedViewRefusal> {
  return isSameSearch(pickSavedKeys(list?.keys ?? [], search), search) ? true : refuse('saved_view_unfit')
}

/** Refuses the name of another view of the list; accents and case make no difference. */
export function isFreeName(
  { id, list, name }: Pick<SavedView, 'id' | 'list' | 'name'>,
  own: readonly SavedView[],
): true | Refusal<SavedViewRefusal> {
  const isTaken = own.some(other => other.id !== id && other.list === list && fold(other.name) === fold(name))
  return isTaken ? refuse('saved_view_name_taken') : true
}
