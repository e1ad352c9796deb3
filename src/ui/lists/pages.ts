import { keepPreviousData } from '@tanstack/react-query'

const firstPage: string | undefined = undefined

/** Paging options of `infiniteQueryOptions`. */
export const pageOptions = {
  initialPageParam: firstPage,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** Paging options of a list with filters: the old rows stay until those of another filter arrive. */
export const pagedKeepingPrevious = { ...pageOptions, placeholderData: keepPreviousData }

type Pages<Item> = { readonly pages: readonly { readonly items: readonly Item[] }[] }

/** Rows of all the pages that have been read. */
export const loadedItems = <Item>(data: Pages<Item> | undefined): readonly Item[] =>
  data?.pages.flatMap(page => page.items) ?? []
