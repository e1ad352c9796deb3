import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { statusLabel } from '#features/documents/text.ts'
import { type DocumentColumns, DocumentTable } from '#features/documents/web/document-table.tsx'
import { documentCountsQuery, documentsQuery, exportList } from '#features/documents/web/queries.ts'
import { documentSortLabel } from '#features/documents/web/text.ts'
import { type countDocuments, documentSorts } from '#features/documents/wire.ts'
import type { SavedList } from '#features/saved-views/rules.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { itemsOf } from '#ui/lists/pages.ts'
import { useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { useSortInAddress } from '#ui/lists/sorting.ts'
import { useListFilters } from '#ui/lists/use-list-filters.ts'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

type DocumentListPanelProps = {
  base: string
  /** Filter that every order of the list meets. */
  of: { projectId?: string; type?: DocumentType; state?: DocumentState }
  columns: DocumentColumns
  /** List under which views are saved; without it none can be saved. */
  keeps?: SavedList
  /** Further filters, beside the search. */
  filters?: ReactNode
  /**
   * Empty state. `clear` empties the search, the tabs and the further filters; null when nothing narrows the
   * list.
   */
  empty: (clear: (() => void) | null) => ReactNode
}

/** List of orders, narrowed by status and search, page by page; the address holds its filters. */
export function DocumentListPanel({ base, of, columns, keeps, filters, empty }: DocumentListPanelProps) {
  const { text, setText, q } = useSearchText()
  const narrow = useListFilters()
  const [status, setStatus] = useStatusInAddress()
  const counts = useQuery(documentCountsQuery(of))
  const { sort, sorted, sortBy, setSort, shown } = useSortInAddress(documentSorts)
  const filter = { ...of, ...(status !== 'all' && { status }), ...(q !== '' && { q }), ...sorted }
  const query = useInfiniteQuery(documentsQuery(filter))
  const rows = useMemo(() => itemsOf(query.data), [query.data])
  const isNarrowedFurther = useIsNarrowedFurther()
  const clear = () => {
    setText('')
    narrow({ status: undefined, state: undefined, project: undefined, type: undefined })
  }
  const isNarrowed = q !== '' || status !== 'all' || isNarrowedFurther
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 grow items-center justify-between gap-2 max-sm:w-full">
          <FilterTabs
            label="Estado de los documentos"
            options={tabsWith(counts.data)}
            value={status}
            onChange={setStatus}
          />
          {keeps && <SavedViewsButton list={keeps} />}
        </div>
        <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
          {filters}
          <SearchField
            label="Buscar documentos..."
            value={text}
            onChange={setText}
            className="w-full sm:w-72"
          />
          <SortSelect sorts={documentSorts} labels={documentSortLabel} sort={sort} onChange={setSort} />
          <ExportButton filter={filter} request={exportList} one="pedido" many="pedidos" />
        </div>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando documentos" />}>
        {() =>
          // An empty placeholder says nothing yet about the current filter: wait for its own answer.
          rows.length === 0 && query.isPlaceholderData ? (
            <SkeletonRows label="Cargando documentos" />
          ) : (
            <DocumentTable
              {...{ base, rows, columns }}
              sort={shown}
              onSort={sortBy}
              isStale={query.isPlaceholderData || text.trim() !== q}
              empty={empty(isNarrowed ? clear : null)}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </>
  )
}

const tabs = ['all', 'pending', 'approved', 'paid', 'rejected'] as const
type Tab = (typeof tabs)[number]

function tabsWith(counts: ResponseOf<typeof countDocuments> | undefined) {
  const total = counts && counts.pending + counts.approved + counts.paid + counts.rejected
  return tabs.map(value => {
    const count = value === 'all' ? total : counts?.[value]
    const label = value === 'all' ? 'Todos' : `${statusLabel[value]}s`
    return { value, label, ...(count !== undefined && { count }) }
  })
}

/** True when a filter beside the tabs narrows the list. */
const useIsNarrowedFurther = () =>
  useSearch({
    strict: false,
    select: ({ project, type, state }) => [project, type, state].some(each => each !== undefined),
  })

/** Selected tab, from the address: a link with `?status=paid` opens that one. */
function useStatusInAddress(): [Tab, (tab: Tab) => void] {
  const narrow = useListFilters()
  const written = useSearch({ strict: false, select: search => search.status })
  const tab = tabs.find(each => each === written) ?? 'all'
  return [tab, next => narrow({ status: next === 'all' ? undefined : next })]
}
