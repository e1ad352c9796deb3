import type { SearchSchemaInput } from '@tanstack/react-router'
import { type AddressOf, type AnyList, textsOf } from '#kernel/list.ts'
import { searchOf } from '#ui/lists/search-text.ts'

type Read<Written> = { [name in keyof Written]?: string | undefined }

/**
 * Search parameters of a list's address. Links to it take the list's own values; who types an address may write
 * anything, so that screens read text. Routes know the list by its type alone: no list is loaded before its screen.
 */
export function searchFor<List extends AnyList>(): (
  search: AddressOf<List> & SearchSchemaInput,
) => Read<AddressOf<List>>
export function searchFor() {
  return textsOf
}

/** Search parameters of a list of orders: its search, its tab and its sorting. */
export type ListSearch = { q?: string | undefined; status?: string | undefined; sort?: string | undefined }

export function listSearchOf(search: { q?: unknown; status?: unknown; sort?: unknown }): ListSearch {
  const { status, sort } = search
  return {
    ...searchOf(search),
    ...(typeof status === 'string' && { status }),
    ...(typeof sort === 'string' && { sort }),
  }
}

/** Type of order that the form opens with: `?type=gasto`. */
export function typeSearchOf({ type }: { type?: unknown }): { type?: string | undefined } {
  return typeof type === 'string' ? { type } : {}
}

/** Selected row of a list that shows it beside: `?doc=DOC-012`. */
export function chosenSearchOf({ doc }: { doc?: unknown }): { doc?: string | undefined } {
  return typeof doc === 'string' ? { doc } : {}
}
