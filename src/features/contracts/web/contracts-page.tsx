import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSignature, Plus, SearchX, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { contractList } from '#features/contracts/list.ts'
import type { ContractStatus } from '#features/contracts/rules.ts'
import { ContractCardsPanel } from '#features/contracts/web/contract-cards-panel.tsx'
import { contractPagesQuery, exportContractList } from '#features/contracts/web/queries.ts'
import { contractSortLabel } from '#features/contracts/web/text.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import type { AbilityWire } from '#kernel/wire.ts'
import { ActionLink, refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { type FilterTab, FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { ListBar } from '#ui/lists/list-bar.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { narrowed, useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonCards, wideCardGrid } from '#ui/skeleton-cards.tsx'
import { EmptyState } from '#ui/states.tsx'

type ContractsPageProps = {
  /** Address prefix of the area. */
  areaPath: string
  /** Explanation in the empty state. */
  about: string
  /** Address of the form, in the area that makes contracts. */
  createAt?: string
}

/** Contracts that the person may see, with a link to make one for those who may. */
export function ContractsPage({ areaPath, about, createAt }: ContractsPageProps) {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(contractList)
  const query = useInfiniteQuery(contractPagesQuery(list.filter))
  const can = query.data?.pages[0]?.can
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const clear = () => {
    setText('')
    list.clear()
  }
  return (
    <>
      <PageHeader
        title="Contratos"
        subtitle="Gestiona todos los contratos de los clientes"
        actions={
          createAt && (
            <>
              {refusalText(can?.create) === undefined && (
                <LinkButton
                  to="/empresa/settings/imports"
                  search={{ kind: 'contracts' }}
                  icon={<Upload aria-hidden="true" />}
                >
                  Importar
                </LinkButton>
              )}
              <NewContractLink to={createAt} may={can?.create} />
            </>
          )
        }
      />
      <div className="mb-4 grid grid-cols-1 gap-2">
        <FilterTabs
          label="Estado"
          options={tabs}
          value={list.filter.status ?? 'all'}
          onChange={tab => list.narrow({ status: tab === 'all' ? undefined : tab })}
        />
        <ListBar
          label="Buscar contratos..."
          text={text}
          onSearch={setText}
          views={<SavedViewsButton list={contractList} name="contracts" />}
        >
          <SortSelect
            everywhere
            sort={list.sort}
            sorts={contractList.sorts}
            labels={contractSortLabel}
            onChange={list.setSort}
          />
          <ExportButton filter={list.filter} request={exportContractList} one="contrato" many="contratos" />
        </ListBar>
      </div>
      <Loaded
        query={query}
        skeleton={<SkeletonCards label="Cargando contratos" grid={wideCardGrid} height="h-54" />}
      >
        {data => {
          const shown = narrowed(loadedItems(data), text, isAnswered, searchText)
          if (shown.length > 0)
            return <ContractCardsPanel areaPath={areaPath} contracts={shown} isStale={!isAnswered} />
          if (q !== '' || list.filter.status !== undefined) return <NoneFound onClear={clear} />
          return (
            <NoContracts action={createAt && <NewContractLink to={createAt} may={can?.create} />}>
              {about}
            </NoContracts>
          )
        }}
      </Loaded>
      <LoadMore query={query} />
    </>
  )
}

const tabs: readonly FilterTab<ContractStatus | 'all'>[] = [
  { value: 'all', label: 'Todos' },
  { value: 'active', label: 'Activos' },
  { value: 'completed', label: 'Completados' },
  { value: 'inactive', label: 'Inactivos' },
]

const searchText = ({ id, clientName, description }: ContractWire) => `${id} ${clientName} ${description}`

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<SearchX />}
        title="No se encontraron contratos."
        action={<Button onClick={onClear}>Limpiar filtros</Button>}
      >
        Prueba con otro id, otro cliente, otra descripción u otro estado.
      </EmptyState>
    </Card>
  )
}

function NoContracts({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <Card>
      <EmptyState icon={<FileSignature />} title="No se encontraron contratos." action={action}>
        {children} <HelpLink task="contratos-y-presupuesto" />
      </EmptyState>
    </Card>
  )
}

function NewContractLink({ to, may }: { to: string; may: AbilityWire | undefined }) {
  return (
    <ActionLink to={to} may={may} icon={<Plus aria-hidden="true" />}>
      Nuevo Contrato
    </ActionLink>
  )
}
