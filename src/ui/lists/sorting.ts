import { useSearch } from '@tanstack/react-router'
import type { Sort } from '#ui/lists/table.tsx'
import { useListFilters } from '#ui/lists/use-list-filters.ts'

/**
 * Sorting of a list, kept in the address: `?sort=-amount`. `sorts` has the names of the list's wire, descending
 * with a minus: the default first, and for each column its first direction before the other.
 */
export function useSortInAddress<Name extends string>(sorts: readonly [Name, ...Name[]]) {
  const narrow = useListFilters()
  const written = useSearch({ strict: false, select: search => search.sort })
  const [usual] = sorts
  const sortFrom = (name: string | undefined): Name => sorts.find(each => each === name) ?? usual
  const sort = sortFrom(written)
  const setSort = (next: Name) => narrow({ sort: next === usual ? undefined : next })
  /** Sort of a query: empty for the default order, so that a prefetched answer is found. */
  const sorted: { sort?: Name } = sort === usual ? {} : { sort }
  return {
    sort,
    sorted,
    setSort,
    /** Sorts by a column; a second time reverses it. */
    sortBy: (column: string) => setSort(sortFrom(nextSort(sorts, sort, column))),
    shown: shownSort(sort),
  }
}

function nextSort(sorts: readonly string[], sort: string, column: string): string | undefined {
  if (sort === column) return `-${column}`
  if (sort === `-${column}`) return column
  return sorts.find(each => each === column || each === `-${column}`)
}

function shownSort(sort: string): Sort {
  return sort.startsWith('-')
    ? { by: sort.slice(1), direction: 'descending' }
    : { by: sort, direction: 'ascending' }
}
