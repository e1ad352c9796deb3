import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FilePlus2, FileSearch, Plus } from 'lucide-react'
import { startTransition } from 'react'
import { statusLabel } from '#features/documents/text.ts'
import { DocumentTable } from '#features/documents/web/document-table.tsx'
import { documentCountsQuery, documentsQuery } from '#features/documents/web/queries.ts'
import { newDocumentAddress } from '#features/documents/web/text.ts'
import type { countDocuments } from '#features/documents/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { ActionLink } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { FilterTabs } from '#ui/filter-tabs.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useSearchText } from '#ui/search-text.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

type DocumentsPanelProps = { base: string; projectId: string; mayCreate: AbilityWire }

/** The orders of a project, found by their status and by what is typed. */
export function DocumentsPanel({ base, projectId, mayCreate }: DocumentsPanelProps) {
  const { text, setText, q } = useSearchText()
  const [status, setStatus] = useStatusInAddress()
  const counts = useQuery(documentCountsQuery({ projectId }))
  const query = useInfiniteQuery(
    documentsQuery({ projectId, ...(status !== 'all' && { status }), ...(q !== '' && { q }) }),
  )
  const rows = query.data?.pages.flatMap(page => page.items) ?? []
  const clear = () => {
    setText('')
    setStatus('all')
  }
  const newDocument = newDocumentAddress(base, projectId)
  return (
    <section aria-labelledby="documents-title" className="grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="documents-title" className="font-semibold text-lg">
          Documentos
        </h2>
        <ActionLink to={newDocument} may={mayCreate} icon={<Plus aria-hidden="true" />}>
          Nuevo Documento
        </ActionLink>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FilterTabs
          label="Estado de los documentos"
          options={tabsWith(counts.data)}
          value={status}
          onChange={setStatus}
        />
        <SearchField
          label="Buscar documentos..."
          value={text}
          onChange={setText}
          className="w-full sm:w-72"
        />
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando documentos" />}>
        {() => (
          <DocumentTable
            base={base}
            rows={rows}
            isStale={query.isPlaceholderData || text.trim() !== q}
            empty={
              <NoDocuments
                isFiltered={q !== '' || status !== 'all'}
                onClear={clear}
                to={newDocument}
                mayCreate={mayCreate}
              />
            }
          />
        )}
      </Loaded>
      {query.hasNextPage && !query.isPlaceholderData && (
        <Button
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="justify-self-center"
        >
          Cargar más
        </Button>
      )}
    </section>
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

/** The chosen tab; a link with `?status=paid` opens that one. */
function useStatusInAddress(): [Tab, (tab: Tab) => void] {
  const navigate = useNavigate()
  const written = useSearch({ strict: false, select: search => search.status })
  const tab = tabs.find(each => each === written) ?? 'all'
  const choose = (next: Tab) =>
    startTransition(() => {
      void navigate({
        to: '.',
        search: before => ({ ...before, status: next === 'all' ? undefined : next }),
        replace: true,
        resetScroll: false,
      })
    })
  return [tab, choose]
}

type NoDocumentsProps = { isFiltered: boolean; onClear: () => void; to: string; mayCreate: AbilityWire }

/** Both texts are the specification's. */
function NoDocuments({ isFiltered, onClear, to, mayCreate }: NoDocumentsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<FileSearch />}
        title="No hay documentos"
        action={<Button onClick={onClear}>Limpiar filtros</Button>}
      >
        No se encontraron documentos con los criterios seleccionados.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<FilePlus2 />}
      title="No hay documentos"
      action={
        mayCreate === true && (
          <ActionLink to={to} may={mayCreate} icon={<Plus aria-hidden="true" />}>
            Nuevo Documento
          </ActionLink>
        )
      }
    >
      {mayCreate === true
        ? 'Crea el primer pedido de pago o de emisión del proyecto.'
        : 'Cuando alguien cree un pedido en este proyecto, lo verás aquí.'}
    </EmptyState>
  )
}
