import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, SearchX, Upload, Users } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { clientList } from '#features/clients/list.ts'
import { ClientTable } from '#features/clients/web/client-table.tsx'
import { clientPagesQuery, exportClientList } from '#features/clients/web/queries.ts'
import { clientSortLabel } from '#features/clients/web/text.ts'
import type { ClientWire } from '#features/clients/wire.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
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

const loadAssignDialog = async () => (await import('#features/providers/web/assign-dialog.tsx')).AssignDialog

const loadNewClientDialog = async () =>
  (await import('#features/clients/web/client-dialog.tsx')).NewClientDialog
const loadEditClientDialog = async () =>
  (await import('#features/clients/web/client-dialog.tsx')).EditClientDialog

/** Dialog that is open, and for which client. */
type OpenDialogState = { kind: 'new' } | { kind: 'edit' | 'assign'; client: ClientWire } | null

/** Clients of the company, with the providers each works with. */
export function CompanyClientsPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(clientList)
  const query = useInfiniteQuery(clientPagesQuery(list.filter))
  const can = query.data?.pages[0]?.can
  const [open, setOpen] = useState<OpenDialogState>(null)
  const edit = useCallback((client: ClientWire) => setOpen({ kind: 'edit', client }), [])
  const assign = useCallback((client: ClientWire) => setOpen({ kind: 'assign', client }), [])
  // False while the shown clients are those of an earlier search.
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const newClient = <NewClientButton may={can?.create} onClick={() => setOpen({ kind: 'new' })} />
  return (
    <>
      <PageHeader
        title="Clientes"
        subtitle="Quién tiene proyectos con la empresa"
        actions={
          <>
            {refusalText(can?.create) === undefined && (
              <LinkButton
                to="/empresa/settings/imports"
                search={{ kind: 'clients' }}
                icon={<Upload aria-hidden="true" />}
              >
                Importar
              </LinkButton>
            )}
            {newClient}
          </>
        }
      />
      <div className="mb-4">
        <ListBar
          label="Buscar clientes..."
          text={text}
          onSearch={setText}
          views={<SavedViewsButton list={clientList} name="clients" />}
        >
          <SortSelect
            everywhere
            sort={list.sort}
            sorts={clientList.sorts}
            labels={clientSortLabel}
            onChange={list.setSort}
          />
          <ExportButton filter={list.filter} request={exportClientList} one="cliente" many="clientes" />
        </ListBar>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando clientes" />}>
        {data =>
          loadedItems(data).length === 0 ? (
            <NoClients isSearch={q !== ''} onClear={() => setText('')} action={newClient} />
          ) : (
            <ClientTable
              clients={narrowed(loadedItems(data), text, isAnswered, searchText)}
              isStale={!isAnswered}
              sort={list.shown}
              onSort={list.sortBy}
              onEdit={edit}
              onAssign={assign}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
      <OpenDialog open={open} onClose={() => setOpen(null)} />
    </>
  )
}

const searchText = ({ name, email }: ClientWire) => `${name} ${email}`

function OpenDialog({ open, onClose }: { open: OpenDialogState; onClose: () => void }) {
  if (open === null) return null
  if (open.kind === 'new') return <OnDemand load={loadNewClientDialog} props={{ onClose }} />
  if (open.kind === 'edit')
    return <OnDemand load={loadEditClientDialog} props={{ client: open.client, onClose }} />
  return <OnDemand load={loadAssignDialog} props={{ client: open.client, onClose }} />
}

function NewClientButton({ may, onClick }: { may: AbilityWire | undefined; onClick: () => void }) {
  return (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} refusal={refusalText(may)} onClick={onClick}>
      Nuevo Cliente
    </Button>
  )
}

type NoClientsProps = { isSearch: boolean; onClear: () => void; action: ReactNode }

function NoClients({ isSearch, onClear, action }: NoClientsProps) {
  return (
    <Card>
      {isSearch ? (
        <EmptyState
          icon={<SearchX />}
          title="No se encontraron clientes."
          action={<Button onClick={onClear}>Limpiar búsqueda</Button>}
        >
          Prueba con otro nombre u otro correo.
        </EmptyState>
      ) : (
        <EmptyState icon={<Users />} title="Aún no hay clientes." action={action}>
          Todo empieza aquí: los contratos y los proyectos son de un cliente.
        </EmptyState>
      )}
    </Card>
  )
}
