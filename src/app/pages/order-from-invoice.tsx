import { useQuery } from '@tanstack/react-query'
import { BackToProject, FormSkeleton, ReadInvoices } from '#app/pages/order-form-parts.tsx'
import { Refused } from '#app/pages/refused-order.tsx'
import { useArea } from '#app/use-area.ts'
import { DocumentForm } from '#features/documents/web/document-form.tsx'
import { orderReceived, receivedQuery } from '#features/invoices/web/tray-queries.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { Loaded } from '#ui/loaded.tsx'

/** Form of the order that pays a received invoice. */
export function OrderFromInvoice({ project, receivedId }: { project: ProjectWire; receivedId: string }) {
  const { areaPath, user } = useArea()
  const query = useQuery(receivedQuery(receivedId))
  return (
    <Loaded query={query} skeleton={<FormSkeleton />} wayOut={<BackToProject projectId={project.id} />}>
      {({ id, file, revision, can }) =>
        can.order === true ? (
          <DocumentForm
            areaPath={areaPath}
            userId={user.id}
            project={project}
            type="gasto"
            InvoicesPanel={ReadInvoices}
            received={{
              id,
              file,
              send: (body, key) =>
                orderReceived({
                  receivedId: id,
                  body: { ...body, type: 'gasto', invoiceRevision: revision },
                  key,
                }),
            }}
          />
        ) : (
          <Refused title={can.order.text} project={project} />
        )
      }
    </Loaded>
  )
}
