import { FilePlus2, FileSearch, Plus } from 'lucide-react'
import { DocumentListPanel } from '#features/documents/web/document-list-panel.tsx'
import { newDocumentAddress } from '#features/documents/web/text.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { ActionLink } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'

type DocumentsPanelProps = { areaPath: string; userId: string; projectId: string; mayCreate: AbilityWire }

/** Orders of a project, with the link to a new one. */
export function DocumentsPanel({ areaPath, userId, projectId, mayCreate }: DocumentsPanelProps) {
  const to = newDocumentAddress(areaPath, projectId)
  return (
    <section aria-labelledby="documents-title" className="grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="documents-title" className="font-semibold text-lg">
          Documentos
        </h2>
        <ActionLink to={to} may={mayCreate} icon={<Plus aria-hidden="true" />}>
          Nuevo Documento
        </ActionLink>
      </header>
      <DocumentListPanel
        areaPath={areaPath}
        userId={userId}
        fixedFilter={{ projectId }}
        columns="of-project"
        offeredFilters={offered}
        empty={clear =>
          clear ? <NotFound onClear={clear} /> : <NoDocuments to={to} mayCreate={mayCreate} />
        }
      />
    </section>
  )
}

const offered = ['type', 'state', 'provider', 'approver'] as const

/** Empty state of a narrowed list; both texts are the specification's. */
function NotFound({ onClear }: { onClear: () => void }) {
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

function NoDocuments({ to, mayCreate }: { to: string; mayCreate: AbilityWire }) {
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
