import { useSearch } from '@tanstack/react-router'
import { type DocumentSort, documentSorts } from '#features/documents/wire.ts'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useNarrow } from '#ui/narrow.ts'
import type { Sort } from '#ui/table.tsx'

type SortPanelProps = { sort: DocumentSort; onChange: (sort: DocumentSort) => void }

/** How to sort where the table is a list of cards and has no headers to press. */
export function SortPanel({ sort, onChange }: SortPanelProps) {
  return (
    <div className="w-full sm:hidden">
      <FilterSelect
        label="Ordenar"
        all="Más recientes primero"
        options={options}
        value={sort === newestFirst ? '' : sort}
        onChange={chosen => onChange(sortFrom(chosen))}
      />
    </div>
  )
}

const newestFirst: DocumentSort = '-date'

const options: readonly { value: DocumentSort; label: string }[] = [
  { value: 'date', label: 'Más antiguos primero' },
  { value: '-amount', label: 'Mayor monto primero' },
  { value: 'amount', label: 'Menor monto primero' },
  { value: 'name', label: 'Nombre, de la A a la Z' },
  { value: '-name', label: 'Nombre, de la Z a la A' },
  { value: 'provider', label: 'Proveedor, de la A a la Z' },
  { value: '-provider', label: 'Proveedor, de la Z a la A' },
]

/** The chosen order; a link with `?sort=-amount` opens it. */
export function useSortInAddress() {
  const narrow = useNarrow()
  const written = useSearch({ strict: false, select: search => search.sort })
  const sort = sortFrom(written)
  const setSort = (next: DocumentSort) => narrow({ sort: next === newestFirst ? undefined : next })
  /** What a question says of it: nothing of the usual order, so that what was prefetched is found. */
  const sorted = sort === newestFirst ? {} : { sort }
  return { sort, sorted, setSort, sortBy: (column: string) => setSort(sortFrom(nextSort(sort, column))) }
}

const sortFrom = (written: string | undefined): DocumentSort =>
  documentSorts.find(each => each === written) ?? newestFirst

/** Amounts and dates begin with the greatest, names with A; a second time turns them round. */
function nextSort(sort: DocumentSort, column: string): string {
  if (sort === column) return `-${column}`
  if (sort === `-${column}`) return column
  return column === 'amount' || column === 'date' ? `-${column}` : column
}

export function shownSort(sort: DocumentSort): Sort {
  return sort.startsWith('-')
    ? { by: sort.slice(1), direction: 'descending' }
    : { by: sort, direction: 'ascending' }
}
