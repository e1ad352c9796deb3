import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { BackToProject, FormSkeleton, isPayee, ReadInvoices } from '#app/pages/order-form-parts.tsx'
import { Refused } from '#app/pages/refused-order.tsx'
import { useArea } from '#app/use-area.ts'
import { documentTypes } from '#features/documents/rules.ts'
import { DocumentForm } from '#features/documents/web/document-form.tsx'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import { mayOrderIn, projectAddress } from '#features/documents/web/text.ts'
import { projectQuery } from '#features/projects/web/queries.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { providersOfProjectQuery } from '#features/providers/web/queries.ts'
import { usePathParam, useSearchParam } from '#ui/address.ts'
import { late } from '#ui/late.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Loaded when an order begins from a received invoice. */
const OrderFromInvoice = late(
  async () => (await import('#app/pages/order-from-invoice.tsx')).OrderFromInvoice,
)

/** New order in a project. */
export function NewDocumentPage() {
  const projectId = usePathParam('projectId')
  const { areaPath, user } = useArea()
  const query = useQuery(projectQuery(projectId))
  return (
    <>
      <PageHeader
        crumbs={[{ label: query.data?.name ?? 'Proyecto', to: projectAddress(areaPath, projectId) }]}
        title="Nuevo Documento"
        subtitle={
          isPayee(user)
            ? 'Pide que te paguen; lo recibirán quienes tienen que aprobarlo.'
            : 'Pide una emisión o un pago; lo recibirán quienes tienen que aprobarlo.'
        }
      />
      <Loaded query={query} skeleton={<FormSkeleton />} wayOut={<BackToProject projectId={projectId} />}>
        {project => <Form key={project.id} project={project} />}
      </Loaded>
    </>
  )
}

function Form({ project }: { project: ProjectWire }) {
  const { areaPath, user } = useArea()
  const asked = useSearchParam('type')
  const copy = useSearchParam('copy')
  const invoice = useSearchParam('invoice')
  const may = mayOrderIn(project)
  if (may === true && copy) return <Copy project={project} documentId={copy} />
  if (may === true && invoice)
    return (
      <Suspense fallback={<FormSkeleton />}>
        <OrderFromInvoice project={project} receivedId={invoice} />
      </Suspense>
    )
  if (may === true && isPayee(user)) return <PaymentRequest project={project} />
  if (may === true) {
    const type = documentTypes.find(each => each === asked)
    return (
      <DocumentForm
        areaPath={areaPath}
        userId={user.id}
        project={project}
        type={type}
        InvoicesPanel={ReadInvoices}
      />
    )
  }
  return <Refused title={may.text} project={project} />
}

/** Form that begins with the content of another order. */
function Copy({ project, documentId }: { project: ProjectWire; documentId: string }) {
  const { areaPath, user } = useArea()
  const query = useQuery(documentQuery(project.id, documentId))
  return (
    <Loaded query={query} skeleton={<FormSkeleton />} wayOut={<BackToProject projectId={project.id} />}>
      {copied => (
        <DocumentForm
          areaPath={areaPath}
          userId={user.id}
          project={project}
          copied={copied}
          InvoicesPanel={ReadInvoices}
          payee={isPayee(user) ? { id: copied.providerId, name: copied.providerName } : undefined}
        />
      )}
    </Loaded>
  )
}

function PaymentRequest({ project }: { project: ProjectWire }) {
  const { areaPath, user } = useArea()
  const query = useQuery(providersOfProjectQuery(project.id))
  return (
    <Loaded query={query} skeleton={<FormSkeleton />} wayOut={<BackToProject projectId={project.id} />}>
      {({ items: [payee] }) =>
        payee ? (
          <DocumentForm
            areaPath={areaPath}
            userId={user.id}
            project={project}
            payee={payee}
            InvoicesPanel={ReadInvoices}
          />
        ) : (
          <Refused title="Tu cuenta no está unida a ningún proveedor" project={project} />
        )
      }
    </Loaded>
  )
}
