import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX, Workflow } from 'lucide-react'
import { useMemo } from 'react'
import { orderFlowList } from '#features/platform/list.ts'
import { OrderFlowTable } from '#features/platform/web/order-flow-table.tsx'
import { exportOrderFlowList, orderFlowsQuery } from '#features/platform/web/queries.ts'
import { orderFlowSortLabel } from '#features/platform/web/text.ts'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Orders of every company: waiting ones with their days, and stuck ones. */
export function OrderFlowsPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(orderFlowList)
  const { status } = list.filter
  const query = useInfiniteQuery(orderFlowsQuery(list.filter))
  const orders = useMemo(() => loadedItems(query.data), [query.data])
  const clear = () => {
    setText('')
    list.clear()
  }
  return (
    <>
      <PageHeader title="Flujos de Pedidos" subtitle="Cómo van los pedidos de todas las empresas" />
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <FilterTabs
            label="Qué pedidos se ven"
            options={tabs}
            value={status ?? 'all'}
            onChange={next => list.narrow({ status: next === 'all' ? undefined : next })}
          />
          <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
            <SearchField
              label="Buscar pedido..."
              value={text}
              onChange={setText}
              className="w-full sm:w-72"
            />
            <SortSelect
              sort={list.sort}
              sorts={orderFlowList.sorts}
              labels={orderFlowSortLabel}
              onChange={list.setSort}
            />
            <ExportButton filter={list.filter} request={exportOrderFlowList} one="pedido" many="pedidos" />
          </div>
        </div>
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando pedidos" />}>
          {() => (
            <OrderFlowTable
              orders={orders}
              isStale={query.isPlaceholderData || text.trim() !== q}
              sort={list.shown}
              onSort={list.sortBy}
              empty={<NoOrders onClear={q !== '' || status !== undefined ? clear : null} />}
            />
          )}
        </Loaded>
        <LoadMore query={query} />
      </div>
    </>
  )
}

const tabs = [
  { value: 'all', label: 'Todos' },
  { value: 'pending', label: 'Pendientes' },
  { value: 'in_approval', label: 'En aprobación' },
  { value: 'blocked', label: 'Bloqueados' },
  { value: 'approved', label: 'Aprobados' },
  { value: 'completed', label: 'Completados' },
  { value: 'rejected', label: 'Rechazados' },
] as const

function NoOrders({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={onClear ? <SearchX /> : <Workflow />}
      title="No se encontraron pedidos."
      action={onClear && <Button onClick={onClear}>Limpiar filtros</Button>}
    >
      {onClear
        ? 'Prueba con otra empresa, otro proyecto, otro id u otro estado.'
        : 'Cuando una empresa cree su primer pedido, lo verás aquí.'}
    </EmptyState>
  )
}
