import { FileSearch, Inbox, Plus } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { documentList } from '#features/documents/list.ts'
import { DocumentListPanel } from '#features/documents/web/document-list-panel.tsx'
import { newDocumentAddress } from '#features/documents/web/text.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Orders that pay the provider or that it has to issue. */
export function ProviderOrdersPage() {
  const { user, areaPath } = useArea()
  const { projectId } = useListSearch(documentList).filter
  return (
    <>
      <PageHeader
        title="Pedidos recibidos"
        subtitle="Lo que se te va a pagar y lo que tienes que emitir, en todos tus proyectos"
        actions={<NewRequestLink projectId={projectId} />}
      />
      <div className="grid grid-cols-1 gap-3">
        <DocumentListPanel
          areaPath={areaPath}
          userId={user.id}
          fixedFilter={{}}
          columns="received"
          savedViewsName="received-orders"
          offeredFilters={offered}
          empty={clear => <NoOrders onClear={clear} />}
        />
      </div>
    </>
  )
}

const offered = ['project', 'type', 'state'] as const

/** Link to a new request: to the form of the selected project, or to the choice of one. */
export function NewRequestLink({ projectId }: { projectId?: string | undefined }) {
  const { areaPath } = useArea()
  const to: string =
    projectId === undefined ? `${areaPath}/documents/new` : newDocumentAddress(areaPath, projectId)
  return (
    <LinkButton to={to} search={{ type: 'gasto' }} variant="primary" icon={<Plus aria-hidden="true" />}>
      Pedir un pago
    </LinkButton>
  )
}

function NoOrders({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={onClear ? <FileSearch /> : <Inbox />}
      title="No se encontraron documentos"
      action={onClear ? <Button onClick={onClear}>Limpiar filtros</Button> : <NewRequestLink />}
    >
      {onClear
        ? 'Prueba con otro estado, otro proyecto u otras palabras.'
        : 'Cuando te hagan un pedido, lo verás aquí. También puedes pedir que te paguen.'}
    </EmptyState>
  )
}
