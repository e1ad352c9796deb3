import { FileSearch, Repeat } from 'lucide-react'
import { certificateArchives } from '#app/pages/certificate-archives.ts'
import { useArea } from '#app/use-area.ts'
import { DocumentListPanel } from '#features/documents/web/document-list-panel.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Every order that the person may see, of any type, state and project. */
export function DocumentsPage() {
  const { user, areaPath } = useArea()
  const recurrences: string = `${areaPath}/recurrences`
  return (
    <>
      <PageHeader
        title="Documentos"
        subtitle="Todos los pedidos que puedes ver"
        actions={
          <LinkButton to={recurrences} icon={<Repeat aria-hidden="true" />}>
            Pedidos que se repiten
          </LinkButton>
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
          empty={clear => <NoDocuments areaPath={areaPath} onClear={clear} />}
        />
      </div>
    </>
  )
}

const offered = ['project', 'type', 'state', 'client', 'provider', 'approver'] as const

type NoDocumentsProps = { areaPath: string; onClear: (() => void) | null }

function NoDocuments({ areaPath, onClear }: NoDocumentsProps) {
  const newDocument: string = `${areaPath}/documents/new`
  return (
    <EmptyState
      icon={<FileSearch />}
      title="No se encontraron documentos"
      action={
        onClear ? (
          <Button onClick={onClear}>Limpiar filtros</Button>
        ) : (
          <LinkButton to={newDocument}>Nuevo Documento</LinkButton>
        )
      }
    >
      {onClear
        ? 'Prueba con otro estado, otros filtros u otras palabras.'
        : 'Cuando haya pedidos en tus proyectos, los verás aquí.'}
    </EmptyState>
  )
}
