import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { countedBy, documentList } from '#features/documents/list.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { statusLabel } from '#features/documents/text.ts'
import { ColumnsPanel } from '#features/documents/web/columns-panel.tsx'
import { DocumentFiltersPanel } from '#features/documents/web/document-filters-panel.tsx'
import { DocumentSumPanel } from '#features/documents/web/document-sum-panel.tsx'
import { type DocumentColumns, DocumentTable } from '#features/documents/web/document-table.tsx'
import type { FilterChipsPanelProps } from '#features/documents/web/filter-chips-panel.tsx'
import type { OfferedFilter } from '#features/documents/web/filter-choices-panel.tsx'
import {
  type DocumentFilter,
  documentCountsQuery,
  documentsQuery,
  exportList,
} from '#features/documents/web/queries.ts'
import type { countDocuments } from '#features/documents/wire.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { pickFilters } from '#kernel/list.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import type { OtherExport } from '#ui/lists/export-menu.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { useSearchText } from '#ui/lists/search-text.ts'
import { useChosenColumns } from '#ui/lists/use-chosen-columns.ts'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

type DocumentListPanelProps = {
  areaPath: string
  userId: string
  /** Filter that every order of the list meets. */
  fixedFilter: { projectId?: string; type?: DocumentType }
  columns: DocumentColumns
  /** Name under which views of the list are saved; without it none can be saved. */
  savedViewsName?: (typeof documentList.savedAs)[number]
  /** Filters that it offers besides requester, amount and dates. */
  offeredFilters: readonly OfferedFilter[]
  /** Field that stands beside the search where there is room. */
  besideSearch?: ReactNode
  /** Another file of the list than its rows. */
  otherExport?: OtherExport<DocumentFilter>
  /** Empty state. `clear` empties the search, the tabs and the filters; null when nothing narrows the list. */
  empty: (clear: (() => void) | null) => ReactNode
}

/** List of orders, narrowed by status, filters and search, page by page; the address holds them. */
export function DocumentListPanel(props: DocumentListPanelProps) {
  const { areaPath, userId, fixedFilter, columns, savedViewsName, offeredFilters, besideSearch, empty } =
    props
  const { text, setText, q } = useSearchText()
  const search = useListSearch(documentList)
  const chosenColumns = useChosenColumns(`${userId}:${columns}`)
  const counted = { ...pickFilters(search.filter, countedBy), ...fixedFilter }
  const counts = useQuery(documentCountsQuery(counted))
  const filter = { ...counted, ...pickFilters(search.filter, ['status', 'sort']) }
  const query = useInfiniteQuery(documentsQuery(filter))
  const rows = useMemo(() => loadedItems(query.data), [query.data])
  const clear = () => {
    setText('')
    search.clear()
  }
  const chosen = countedBy.filter(name => name in search.filter && !(name in fixedFilter) && name !== 'q')
  const isNarrowed = chosen.length > 0 || 'status' in search.filter || 'q' in search.filter
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FilterTabs
          label="Estado de los documentos"
          options={tabsWith(counts.data)}
          value={search.filter.status ?? 'all'}
          onChange={tab => search.narrow({ status: tab === 'all' ? undefined : tab })}
        />
        <div className="flex w-full flex-wrap items-center gap-2">
          <div className="contents max-sm:hidden">{besideSearch}</div>
          <SearchField
            label="Buscar documentos..."
            value={text}
            onChange={setText}
            className="w-full sm:w-64"
          />
          <DocumentFiltersPanel search={search} offered={offeredFilters} count={chosen.length} />
          <ColumnsPanel table={columns} {...chosenColumns} />
          {savedViewsName && <SavedViewsButton list={documentList} name={savedViewsName} />}
          <ExportButton
            filter={filter}
            request={exportList}
            one="pedido"
            many="pedidos"
            other={props.otherExport}
          />
        </div>
      </div>
      {chosen.length > 0 && (
        <OnDemand<FilterChipsPanelProps>
          load={loadChips}
          props={{ search, fixed: Object.keys(fixedFilter), onClose: stay }}
          meanwhile={<div className="h-8 touch:h-11" />}
        />
      )}
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando documentos" />}>
        {() =>
          // An empty placeholder says nothing yet about the current filter: wait for its own answer.
          rows.length === 0 && query.isPlaceholderData ? (
            <SkeletonRows label="Cargando documentos" />
          ) : (
            <DocumentTable
              areaPath={areaPath}
              rows={rows}
              columns={columns}
              chosen={chosenColumns.chosen}
              sort={search.shown}
              onSort={search.sortBy}
              isStale={query.isPlaceholderData || text.trim() !== q}
              empty={empty(isNarrowed ? clear : null)}
            />
          )
        }
      </Loaded>
      {rows.length > 0 && counts.data && (
        <DocumentSumPanel counts={counts.data} status={search.filter.status} type={counted.type} />
      )}
      <LoadMore query={query} />
    </>
  )
}

const loadChips = async () =>
  (await import('#features/documents/web/filter-chips-panel.tsx')).FilterChipsPanel
const stay = () => {}

const tabs = ['all', 'pending', 'approved', 'paid', 'rejected'] as const

function tabsWith(counts: ResponseOf<typeof countDocuments> | undefined) {
  const total = counts && counts.pending + counts.approved + counts.paid + counts.rejected
  return tabs.map(value => {
    const count = value === 'all' ? total : counts?.[value]
    const label = value === 'all' ? 'Todos' : `${statusLabel[value]}s`
    return { value, label, ...(count !== undefined && { count: counts?.hasMore ? `${count}+` : count }) }
  })
}
