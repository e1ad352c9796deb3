/** The state of a list, which its address holds: filters, search and sort, so that a link reproduces them. */
import { useCallback } from 'react'
import {
  type AddressOf,
  type AnyList,
  cleared,
  filterIn,
  type ListFilter,
  type SortOf,
} from '#kernel/list.ts'
import { useSearchChange, useSearchParams } from '#ui/address.ts'
import type { Sort } from '#ui/lists/table.tsx'

// Methods, because a list's own filters are narrower than those of any list.
export type ListSearch<List extends AnyList> = {
  /** Filters that are set, and the sort where it is not the default: what the list is asked for. */
  filter: ListFilter<List>
  /** Writes filters into the address, by their names there; undefined ones leave it. */
  narrow(narrowing: AddressOf<List>): void
  /** Removes every filter from the address. */
  clear(): void
  sort: SortOf<List>
  setSort(sort: SortOf<List>): void
  /** Sorts by a column's key; a second time reverses it. */
  sortBy(key: string): void
  /** The sort as a table shows it. */
  shown: Sort
}

export function useListSearch<List extends AnyList>(list: List): ListSearch<List>
export function useListSearch(list: AnyList): ListSearch<AnyList> {
  const change = useSearchChange()
  const filter = filterIn(list, useSearchParams())
  const { sorts } = list
  const sort = filter.sort ?? sorts[0]
  const setSort = (next: string) => change({ sort: next === sorts[0] ? undefined : next })
  return {
    filter,
    narrow: change,
    clear: useCallback(() => change(cleared(list)), [change, list]),
    sort,
    setSort,
    sortBy: key => setSort(nextSort(sorts, sort, key)),
    shown: shownSort(sort),
  }
}

function nextSort(sorts: AnyList['sorts'], sort: string, key: string): string {
  const wanted = sort === key ? `-${key}` : sort === `-${key}` ? key : undefined
  return (
    sorts.find(each => each === wanted) ?? sorts.find(each => each === key || each === `-${key}`) ?? sorts[0]
  )
}

function shownSort(sort: string): Sort {
  return sort.startsWith('-')
    ? { by: sort.slice(1), direction: 'descending' }
    : { by: sort, direction: 'ascending' }
}
