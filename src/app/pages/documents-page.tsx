import { FileSearch, Plus, Repeat } from 'lucide-react'
import { certificateArchives } from '#app/pages/certificate-archives.ts'
import { useMayOrder } from '#app/shell/use-desk.ts'
import { useArea } from '#app/use-area.ts'
import { DocumentListPanel } from '#features/documents/web/document-list-panel.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Every order that the person may see, of any type, state and project. */
export function DocumentsPage() {
  const { user, area, areaPath } = useArea()
  const mayOrder = useMayOrder(area)
  const recurrences: string = `${areaPath}/recurrences`
  const newDocument: string = `${areaPath}/documents/new`
  return (
    <>
      <PageHeader
        title="Documentos"
        subtitle="Todos los pedidos que puedes ver"
        actions={
          <>
            <LinkButton to={recurrences} icon={<Repeat aria-hidden="true" />}>
              Pedidos que se repiten
            </LinkButton>
            {mayOrder && (
              <LinkButton to={newDocument} variant="primary" icon={<Plus aria-hidden="true" />}>
                Nuevo Documento
              </LinkButton>
            )}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <DocumentListPanel
          areaPath={areaPath}
          userId={user.id}
          fixedFilter={{}}
          columns="everywhere"
          savedViewsName="documents"
          offeredFilters={offered}
          otherExport={certificateArchives}
          empty={clear => <NoDocuments onClear={clear} />}
        />
      </div>
    </>
  )
}

const offered = ['project', 'type', 'state', 'client', 'provider', 'approver'] as const

function NoDocuments({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={<FileSearch />}
      title="No se encontraron documentos"
      action={onClear && <Button onClick={onClear}>Limpiar filtros</Button>}
    >
      {onClear
        ? 'Prueba con otro estado, otros filtros u otras palabras.'
        : 'Cuando haya pedidos en tus proyectos, los verás aquí.'}
    </EmptyState>
  )
}
