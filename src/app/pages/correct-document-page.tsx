import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { BackToProject, FormSkeleton, isPayee, ReadInvoices } from '#app/pages/order-form-parts.tsx'
import { useArea } from '#app/use-area.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { DocumentForm } from '#features/documents/web/document-form.tsx'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import { documentAddress, projectAddress } from '#features/documents/web/text.ts'
import { projectQuery } from '#features/projects/web/queries.ts'
import { usePathParam } from '#ui/address.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Alert, EmptyState } from '#ui/states.tsx'

/** Correction of a returned order: the reasons of its return, and the form. */
export function CorrectDocumentPage() {
  const projectId = usePathParam('projectId')
  const documentId = usePathParam('documentId')
  const { areaPath } = useArea()
  const query = useQuery(documentQuery(projectId, documentId))
  return (
    <>
      <PageHeader
        crumbs={[
          { label: query.data?.projectName ?? 'Proyecto', to: projectAddress(areaPath, projectId) },
          { label: documentId, to: documentAddress(areaPath, { projectId, id: documentId }) },
        ]}
        title="Corregir pedido"
        subtitle="Al guardar, el pedido vuelve a pedir la aprobación desde el principio."
      />
      <Loaded query={query} skeleton={<FormSkeleton />} wayOut={<BackToProject projectId={projectId} />}>
        {document => <Correction key={`${document.id}:${document.revision}`} document={document} />}
      </Loaded>
    </>
  )
}

function Correction({ document }: { document: DocumentDetailWire }) {
  const { areaPath, user } = useArea()
  const query = useQuery(projectQuery(document.projectId))
  const may = document.can.edit
  // A credit note is corrected on its own page.
  if (document.credited !== null) return <Navigate to={documentAddress(areaPath, document)} replace />
  if (may !== true) {
    return (
      <Card>
        <EmptyState
          icon={<Lock />}
          title={may.text}
          action={<LinkButton to={documentAddress(areaPath, document)}>Ver el pedido</LinkButton>}
        />
      </Card>
    )
  }
  return (
    <Loaded query={query} skeleton={<FormSkeleton />}>
      {project => (
        <div className="grid grid-cols-1 gap-4">
          <Reasons document={document} />
          <DocumentForm
            areaPath={areaPath}
            userId={user.id}
            project={project}
            returned={document}
            InvoicesPanel={ReadInvoices}
            payee={isPayee(user) ? { id: document.providerId, name: document.providerName } : undefined}
          />
        </div>
      )}
    </Loaded>
  )
}

/** Comments of those who returned the order; none for an order that its own requester withdrew. */
function Reasons({ document }: { document: DocumentDetailWire }) {
  const returned = document.stages.flatMap(stage => stage.seats).filter(seat => seat.status === 'returned')
  return returned.map(seat => (
    <Alert key={seat.id} tone="caution" title={`${seat.approverName} lo devolvió`}>
      {seat.comment ?? 'Sin comentario.'}
    </Alert>
  ))
}
