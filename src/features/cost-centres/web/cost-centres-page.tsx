import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { HandCoins, Plus, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { costCentreList } from '#features/cost-centres/list.ts'
import type { CentreStatus } from '#features/cost-centres/rules.ts'
import { CentreTable } from '#features/cost-centres/web/centre-table.tsx'
import { costCentrePagesQuery, exportCostCentreList } from '#features/cost-centres/web/queries.ts'
import { costCentreSortLabel } from '#features/cost-centres/web/text.ts'
import type { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { type FilterTab, FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { ListBar } from '#ui/lists/list-bar.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { narrowed, useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadDialog = async () => (await import('#features/cost-centres/web/centre-dialog.tsx')).NewCentreDialog

/** Cost centres of the company, with the budget of this year and what is spent of it. */
export function CostCentresPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(costCentreList)
  const query = useInfiniteQuery(costCentrePagesQuery(list.filter))
  const [isMaking, setMaking] = useState(false)
  const may = query.data?.pages[0]?.can.create
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const make = <NewCentreButton may={may} onClick={() => setMaking(true)} />
  const clear = () => {
    setText('')
    list.clear()
  }
  const empty =
    q === '' && list.filter.status === undefined ? <NoCentres action={make} /> : <NoneFound onClear={clear} />
  return (
    <>
      <PageHeader
        title="Centros de coste"
        subtitle="Para qué se gasta, con un presupuesto para cada año"
        actions={make}
      />
      <div className="mb-4 grid grid-cols-1 gap-2">
        <FilterTabs
          label="Estado"
          options={tabs}
          value={list.filter.status ?? 'all'}
          onChange={tab => list.narrow({ status: tab === 'all' ? undefined : tab })}
        />
        <ListBar label="Buscar centros de coste..." text={text} onSearch={setText}>
          <SortSelect
            sort={list.sort}
            sorts={costCentreList.sorts}
            labels={costCentreSortLabel}
            onChange={list.setSort}
          />
          <ExportButton
            filter={list.filter}
            request={exportCostCentreList}
            one="centro de coste"
            many="centros de coste"
          />
        </ListBar>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando los centros de coste" />}>
        {data => {
          const shown = narrowed(loadedItems(data), text, isAnswered, searchText)
          if (shown.length === 0) return empty
          return <CentreTable centres={shown} isStale={!isAnswered} sort={list.shown} onSort={list.sortBy} />
        }}
      </Loaded>
      <LoadMore query={query} />
      {isMaking && <Making onClose={() => setMaking(false)} />}
    </>
  )
}

/** Dialog of a new centre, and then its page, where its budget is set. */
function Making({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const open = (costCentreId: string) =>
    void navigate({ to: '/empresa/cost-centres/$costCentreId', params: { costCentreId } })
  return <OnDemand load={loadDialog} props={{ onClose, onCreated: open }} />
}

const tabs: readonly FilterTab<CentreStatus | 'all'>[] = [
  { value: 'all', label: 'Todos' },
  { value: 'active', label: 'Activos' },
  { value: 'inactive', label: 'Inactivos' },
]

const searchText = ({ code, name }: CostCentreWire) => `${code} ${name}`

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<SearchX />}
        title="No se encontraron centros de coste."
        action={<Button onClick={onClear}>Limpiar filtros</Button>}
      >
        Prueba con otro código, otro nombre u otro estado.
      </EmptyState>
    </Card>
  )
}

function NoCentres({ action }: { action: ReactNode }) {
  return (
    <Card>
      <EmptyState icon={<HandCoins />} title="Aún no hay centros de coste." action={action}>
        Una obra, un departamento, un servicio: cada pedido puede llevar uno, y gasta del presupuesto que
        tenga ese año. <HelpLink task="centros-de-coste" />
      </EmptyState>
    </Card>
  )
}

function NewCentreButton({ may, onClick }: { may: AbilityWire | undefined; onClick: () => void }) {
  return (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} refusal={refusalText(may)} onClick={onClick}>
      Nuevo centro de coste
    </Button>
  )
}
