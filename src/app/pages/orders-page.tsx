import { FilePlus2, FileSearch, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { certificateArchives } from '#app/pages/certificate-archives.ts'
import { useArea } from '#app/use-area.ts'
import { documentList } from '#features/documents/list.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { DocumentListPanel } from '#features/documents/web/document-list-panel.tsx'
import { newDocumentAddress } from '#features/documents/web/text.ts'
import { ProjectFilterPanel } from '#features/projects/web/project-filter-panel.tsx'
import { Button } from '#ui/button.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

const wordsByType = {
  gasto: {
    title: 'Pedidos de Pago a Proveedores',
    subtitle: 'Lo que has pedido pagar, en todos tus proyectos',
    create: 'Nuevo Pedido de Pago',
  },
  emision: {
    title: 'Pedidos de Emisión a Clientes',
    subtitle: 'Lo que has pedido emitir, en todos tus proyectos',
    create: 'Nuevo Pedido de Emisión',
  },
} as const

/** Payment orders of all projects. */
export const PaymentOrdersPage = () => <OrdersPage type="gasto" />
/** Issuance orders of all projects. */
export const IssuanceOrdersPage = () => <OrdersPage type="emision" />

/** Orders of one type over all of the person's projects. */
function OrdersPage({ type }: { type: DocumentType }) {
  const { user, areaPath } = useArea()
  const { filter, narrow } = useListSearch(documentList)
  const { projectId } = filter
  const { title, subtitle, create } = wordsByType[type]
  const newOrder = (
    <NewOrderLink type={type} label={create} {...(projectId === undefined ? {} : { projectId })} />
  )
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={newOrder} />
      <div className="grid grid-cols-1 gap-3">
        <DocumentListPanel
          areaPath={areaPath}
          userId={user.id}
          fixedFilter={{ type }}
          columns={type}
          savedViewsName={type === 'gasto' ? 'payment-orders' : 'issuance-orders'}
          offeredFilters={offeredFilters}
          besideSearch={
            <ProjectFilterPanel
              chosen={projectId ?? ''}
              onChoose={project => narrow({ project: project || undefined })}
            />
          }
          otherExport={certificateArchives}
          empty={clear => <NoOrders onClear={clear}>{newOrder}</NoOrders>}
        />
      </div>
    </>
  )
}

const offeredFilters = ['project', 'state', 'client', 'provider', 'approver'] as const

type NewOrderLinkProps = { type: DocumentType; label: string; projectId?: string }

/** Link to a new order: to the form of the selected project, or to the choice of one. */
function NewOrderLink({ type, label, projectId }: NewOrderLinkProps) {
  const { areaPath } = useArea()
  const to: string =
    projectId === undefined ? `${areaPath}/documents/new` : newDocumentAddress(areaPath, projectId)
  return (
    <LinkButton to={to} search={{ type }} variant="primary" icon={<Plus aria-hidden="true" />}>
      {label}
    </LinkButton>
  )
}

function NoOrders({ onClear, children }: { onClear: (() => void) | null; children: ReactNode }) {
  return (
    <EmptyState
      icon={onClear ? <FileSearch /> : <FilePlus2 />}
      title="No se encontraron documentos"
      action={onClear ? <Button onClick={onClear}>Limpiar filtros</Button> : children}
    >
      {onClear ? (
        'Prueba con otro estado, otro proyecto u otras palabras.'
      ) : (
        <>
          Crea el primero: verás quién tiene que aprobarlo antes de enviarlo.{' '}
          <HelpLink task="crear-un-pedido" />
        </>
      )}
    </EmptyState>
  )
}
