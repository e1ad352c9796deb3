import { useSearch } from '@tanstack/react-router'
import type { Sort } from '#ui/lists/table.tsx'
import { useListFilters } from '#ui/lists/use-list-filters.ts'

/**
 * By what a list is sorted; a link with `?sort=-amount` opens it so. `sorts` as the list's wire names them, downwards
 * behind a minus: the usual one first, and of each column the one in which it begins.
 */
export function useSortInAddress<Name extends string>(sorts: readonly [Name, ...Name[]]) {
  const narrow = useListFilters()
  const written = useSearch({ strict: false, select: search => search.sort })
  const [usual] = sorts
  const sortFrom = (name: string | undefined): Name => sorts.find(each => each === name) ?? usual
  const sort = sortFrom(written)
  const setSort = (next: Name) => narrow({ sort: next === usual ? undefined : next })
  /** What a question says of it: nothing of the usual order, so that what was prefetched is found. */
  const sorted: { sort?: Name } = sort === usual ? {} : { sort }
  return {
    sort,
    sorted,
    setSort,
    /** A second time turns a column round. */
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
