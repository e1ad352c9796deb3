import { searchOf } from '#ui/search-text.ts'

/** The state of a list of orders in its address: what is searched and which tab is chosen. */
export type ListSearch = { q?: string | undefined; status?: string | undefined }

export function listSearchOf(search: { q?: unknown; status?: unknown }): ListSearch {
  return { ...searchOf(search), ...(typeof search.status === 'string' && { status: search.status }) }
}
