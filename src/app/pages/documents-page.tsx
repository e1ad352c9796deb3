import { useSearch } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { ProjectFilter, useProjectInAddress } from '#app/pages/project-filter.tsx'
import { useArea } from '#app/use-area.ts'
import { documentStates, documentTypes } from '#features/documents/rules.ts'
import { stateLabel, typeLabel } from '#features/documents/text.ts'
import { DocumentListPanel } from '#features/documents/web/document-list-panel.tsx'
import { Button } from '#ui/button.tsx'
import { FilterSelect } from '#ui/lists/filter-select.tsx'
import { useListFilters } from '#ui/lists/use-list-filters.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Every order that the person may see, of any type, state and project. */
export function DocumentsPage() {
  const { base } = useArea()
  const projectId = useProjectInAddress()
  const written = useSearch({ strict: false })
  const type = documentTypes.find(each => each === written.type)
  const state = documentStates.find(each => each === written.state)
  const narrow = useListFilters()
  return (
    <>
      <PageHeader title="Documentos" subtitle="Todos los pedidos que puedes ver" />
      <div className="grid grid-cols-1 gap-3">
        <DocumentListPanel
          base={base}
          of={{
            ...(projectId !== undefined && { projectId }),
            ...(type !== undefined && { type }),
            ...(state !== undefined && { state }),
          }}
          columns="everywhere"
          keeps="documents"
          filters={
            <>
              <ProjectFilter />
              <FilterSelect
                label="Tipo de pedido"
                all="Todos los tipos"
                options={types}
                value={type ?? ''}
                onChange={chosen => narrow({ type: chosen || undefined })}
              />
              <FilterSelect
                label="Situación"
                all="Todas las situaciones"
                options={states}
                value={state ?? ''}
                onChange={chosen => narrow({ state: chosen || undefined })}
              />
            </>
          }
          empty={clear => <NoDocuments onClear={clear} />}
        />
      </div>
    </>
  )
}

const states = documentStates.map(value => ({ value, label: stateLabel[value] }))
const types = documentTypes.map(value => ({ value, label: typeLabel[value] }))

function NoDocuments({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={<FileSearch />}
      title="No se encontraron documentos"
      action={onClear && <Button onClick={onClear}>Limpiar filtros</Button>}
    >
      {onClear
        ? 'Prueba con otro estado, otro proyecto u otras palabras.'
        : 'Cuando haya pedidos en tus proyectos, los verás aquí.'}
    </EmptyState>
  )
}
