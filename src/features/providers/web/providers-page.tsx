import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, SearchX, Truck, Upload } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { providerList } from '#features/providers/list.ts'
import { ProviderTable } from '#features/providers/web/provider-table.tsx'
import { exportProviderList, providerPagesQuery } from '#features/providers/web/queries.ts'
import { providerSortLabel } from '#features/providers/web/text.ts'
import type { ProviderWire } from '#features/providers/wire.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
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

const loadNewProviderDialog = async () =>
  (await import('#features/providers/web/provider-dialog.tsx')).NewProviderDialog
const loadEditProviderDialog = async () =>
  (await import('#features/providers/web/provider-dialog.tsx')).EditProviderDialog

type Open = { kind: 'new' } | { kind: 'edit'; provider: ProviderWire } | null

/** Providers of the company, with the clients each serves. */
export function ProvidersPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(providerList)
  const query = useInfiniteQuery(providerPagesQuery(list.filter))
  const can = query.data?.pages[0]?.can
  const [open, setOpen] = useState<Open>(null)
  const edit = useCallback((provider: ProviderWire) => setOpen({ kind: 'edit', provider }), [])
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const newProvider = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      refusal={refusalText(can?.create)}
      onClick={() => setOpen({ kind: 'new' })}
    >
      Nuevo Proveedor
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Proveedores"
        subtitle="A quién se paga y de quién se piden emisiones"
        actions={
          <>
            {refusalText(can?.create) === undefined && (
              <LinkButton
                to="/empresa/settings/imports"
                search={{ kind: 'providers' }}
                icon={<Upload aria-hidden="true" />}
              >
                Importar
              </LinkButton>
            )}
            {newProvider}
          </>
        }
      />
      <div className="mb-4">
        <ListBar
          label="Buscar proveedores..."
          text={text}
          onSearch={setText}
          views={<SavedViewsButton list={providerList} name="providers" />}
        >
          <SortSelect
            everywhere
            sort={list.sort}
            sorts={providerList.sorts}
            labels={providerSortLabel}
            onChange={list.setSort}
          />
          <ExportButton
            filter={list.filter}
            request={exportProviderList}
            one="proveedor"
            many="proveedores"
          />
        </ListBar>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando proveedores" />}>
        {data =>
          loadedItems(data).length === 0 ? (
            <NoProviders isSearch={q !== ''} onClear={() => setText('')} action={newProvider} />
          ) : (
            <ProviderTable
              providers={narrowed(loadedItems(data), text, isAnswered, searchText)}
              isStale={!isAnswered}
              sort={list.shown}
              onSort={list.sortBy}
              onEdit={edit}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
      <OpenDialog open={open} onClose={() => setOpen(null)} />
    </>
  )
}

const searchText = ({ id, name, taxId }: ProviderWire) => `${id} ${name} ${taxId ?? ''}`

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const clients = useQuery(clientsQuery())
  if (open === null) return null
  if (clients.data === undefined) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={open.kind === 'new' ? 'Nuevo proveedor' : 'Editar proveedor'}
      >
        <Loaded query={clients} skeleton={<SkeletonRows count={4} label="Cargando clientes" />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  }
  const { items } = clients.data
  if (open.kind === 'new')
    return <OnDemand load={loadNewProviderDialog} props={{ clients: items, onClose }} />
  return (
    <OnDemand load={loadEditProviderDialog} props={{ provider: open.provider, clients: items, onClose }} />
  )
}

type NoProvidersProps = { isSearch: boolean; onClear: () => void; action: ReactNode }

function NoProviders({ isSearch, onClear, action }: NoProvidersProps) {
  return (
    <Card>
      {isSearch ? (
        <EmptyState
          icon={<SearchX />}
          title="No se encontraron proveedores."
          action={<Button onClick={onClear}>Limpiar búsqueda</Button>}
        >
          Prueba con otro nombre, otro id u otro NIF.
        </EmptyState>
      ) : (
        <EmptyState icon={<Truck />} title="Aún no hay proveedores." action={action}>
          Añade a quien vayas a pagar y di a qué clientes sirve, o hazle un contrato con su cliente: desde
          entonces se le pueden hacer pedidos.
        </EmptyState>
      )}
    </Card>
  )
}
