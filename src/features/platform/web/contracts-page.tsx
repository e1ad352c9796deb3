import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSignature, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { ContractFiguresCard } from '#features/contracts/web/contract-card.tsx'
import { contractFiguresList } from '#features/platform/list.ts'
import { contractFiguresQuery, exportContractFiguresList } from '#features/platform/web/queries.ts'
import { contractFiguresSortLabel } from '#features/platform/web/text.ts'
import type { ContractFiguresWire } from '#features/platform/wire/contracts.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes, staleWhenBusy } from '#ui/classes.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { type ListSearch, useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonCards, wideCardGrid } from '#ui/skeleton-cards.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Contracts of every company. */
export function PlatformContractsPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(contractFiguresList)
  const [tab, setTab] = tabIn(list)
  const query = useInfiniteQuery(contractFiguresQuery(list.filter))
  const contracts = useMemo(() => loadedItems(query.data), [query.data])
  const clear = () => {
    setText('')
    list.clear()
  }
  return (
    <>
      <PageHeader title="Contratos" subtitle="Gestiona todos los contratos de los clientes" />
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <FilterTabs label="Qué contratos se ven" options={tabs} value={tab} onChange={setTab} />
          <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
            <SearchField
              label="Buscar contratos..."
              value={text}
              onChange={setText}
              className="w-full sm:w-72"
            />
            <SortSelect
              everywhere
              sort={list.sort}
              sorts={contractFiguresList.sorts}
              labels={contractFiguresSortLabel}
              onChange={list.setSort}
            />
            <ExportButton
              filter={list.filter}
              request={exportContractFiguresList}
              one="contrato"
              many="contratos"
            />
          </div>
        </div>
        <Loaded
          query={query}
          skeleton={<SkeletonCards label="Cargando contratos" grid={wideCardGrid} height="h-54" />}
        >
          {() =>
            contracts.length === 0 ? (
              <NoContracts onClear={q !== '' || tab !== 'all' ? clear : null} />
            ) : (
              <Cards contracts={contracts} isStale={query.isPlaceholderData || text.trim() !== q} />
            )
          }
        </Loaded>
        <LoadMore query={query} />
      </div>
    </>
  )
}

const tabs = [
  { value: 'all', label: 'Todos' },
  { value: 'active', label: 'Activos' },
  { value: 'completed', label: 'Completados' },
  { value: 'inactive', label: 'Inactivos' },
  { value: 'ending', label: 'Vencen en 30 días' },
] as const
type Tab = (typeof tabs)[number]['value']

/** Selected tab: a status, or contracts that end soon, which the address holds in a parameter of its own. */
function tabIn({ filter, narrow }: ListSearch<typeof contractFiguresList>): [Tab, (tab: Tab) => void] {
  const choose = (tab: Tab) =>
    narrow({
      status: tab === 'all' || tab === 'ending' ? undefined : tab,
      state: tab === 'ending' ? tab : undefined,
    })
  return [filter.state ?? filter.status ?? 'all', choose]
}

type CardsProps = { contracts: readonly ContractFiguresWire[]; isStale: boolean }

function Cards({ contracts, isStale }: CardsProps) {
  return (
    <ul aria-label="Contratos" aria-busy={isStale} className={classes(wideCardGrid, staleWhenBusy)}>
      {contracts.map(contract => (
        <li key={`${contract.companyId}/${contract.id}`} className="grid grid-cols-1">
          <ContractFiguresCard
            contract={contract}
            title={contract.companyName}
            action={
              <LinkButton
                to="/admin_saas/contracts/$companyId/$contractId"
                params={{ companyId: contract.companyId, contractId: contract.id }}
                aria-label={`Ver detalles de ${contract.id}, ${contract.companyName}`}
                size="sm"
              >
                Ver detalles
              </LinkButton>
            }
          />
        </li>
      ))}
    </ul>
  )
}

function NoContracts({ onClear }: { onClear: (() => void) | null }) {
  return (
    <Card>
      <EmptyState
        icon={onClear ? <SearchX /> : <FileSignature />}
        title="No se encontraron contratos."
        action={onClear && <Button onClick={onClear}>Limpiar filtros</Button>}
      >
        {onClear
          ? 'Prueba con otro id, otra empresa u otro estado.'
          : 'Cuando una empresa cree su primer contrato, lo verás aquí.'}
      </EmptyState>
    </Card>
  )
}
