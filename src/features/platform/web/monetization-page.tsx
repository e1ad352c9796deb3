import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Building2, CalendarRange, CircleDollarSign, UserRound } from 'lucide-react'
import { useMemo } from 'react'
import { customerList } from '#features/platform/list.ts'
import { CustomerTable } from '#features/platform/web/customer-table.tsx'
import { customersQuery, exportCustomerList, revenueQuery } from '#features/platform/web/queries.ts'
import { RevenuePanel } from '#features/platform/web/revenue-panel.tsx'
import { type Stat, StatCard } from '#features/platform/web/stat-card.tsx'
import { companySortLabel, dollars } from '#features/platform/web/text.ts'
import type { RevenueWire } from '#features/platform/wire/monetization.ts'
import { countText } from '#kernel/text.ts'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { moneyLabel } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { SkeletonCards } from '#ui/skeleton-cards.tsx'

/** Revenue of the companies: in total, over time, and of each. */
export function MonetizationPage() {
  const query = useQuery(revenueQuery)
  // Prefetched here, so that the table does not arrive after the panels above it.
  useInfiniteQuery(customersQuery(useListSearch(customerList).filter))
  return (
    <>
      <PageHeader title="Panel de Monetización" subtitle="Lo que pagan las empresas por usar la plataforma" />
      <div className="grid grid-cols-1 gap-6">
        <Loaded
          query={query}
          skeleton={<SkeletonCards label="Cargando los ingresos" count={4} grid={grid} height="h-30" />}
        >
          {revenue => (
            <>
              <ul className={grid}>
                {revenueStats(revenue).map(card => (
                  <StatCard key={card.label} {...card} />
                ))}
              </ul>
              <RevenuePanel months={revenue.months} />
            </>
          )}
        </Loaded>
        {!query.isPending && <Customers />}
      </div>
    </>
  )
}

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4'

function revenueStats({ mrrUsd, arrUsd, average, customers, payingCustomers }: RevenueWire): readonly Stat[] {
  return [
    {
      label: 'MRR',
      value: dollars(mrrUsd),
      icon: CircleDollarSign,
      note: 'Ingresos recurrentes de cada mes',
    },
    { label: 'ARR', value: dollars(arrUsd), icon: CalendarRange, note: 'Doce veces el MRR' },
    {
      label: 'Ingreso medio por cliente',
      icon: UserRound,
      value: average === null ? '—' : moneyLabel(average),
      note: average === null ? 'Ninguna empresa paga todavía' : 'Al mes, entre las empresas que pagan',
    },
    {
      label: 'Clientes totales',
      value: countText(customers),
      icon: Building2,
      note: `Empresas activas; ${countText(payingCustomers)} de pago`,
    },
  ]
}

function Customers() {
  const list = useListSearch(customerList)
  const query = useInfiniteQuery(customersQuery(list.filter))
  const customers = useMemo(() => loadedItems(query.data), [query.data])
  return (
    <section aria-labelledby="customers-title" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="customers-title" className="font-semibold text-lg">
          Por empresa
        </h2>
        <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
          <SortSelect
            sort={list.sort}
            sorts={customerList.sorts}
            labels={companySortLabel}
            onChange={list.setSort}
          />
          <ExportButton filter={list.filter} request={exportCustomerList} one="empresa" many="empresas" />
        </div>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando empresas" />}>
        {() => (
          <CustomerTable
            customers={customers}
            isStale={query.isPlaceholderData}
            sort={list.shown}
            onSort={list.sortBy}
          />
        )}
      </Loaded>
      <LoadMore query={query} />
    </section>
  )
}
