import { keepPreviousData } from '@tanstack/react-query'

const firstPage: string | undefined = undefined

/** Of `infiniteQueryOptions`: how a list goes on. */
export const pageOptions = {
  initialPageParam: firstPage,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** The same of a list with filters: its old rows stay until those of another filter come. */
export const pagedKeepingPrevious = { ...pageOptions, placeholderData: keepPreviousData }

type Pages<Item> = { readonly pages: readonly { readonly items: readonly Item[] }[] }

/** Everything of a list that has been read, page after page. */
export const itemsOf = <Item>(data: Pages<Item> | undefined): readonly Item[] =>
  data?.pages.flatMap(page => page.items) ?? []
