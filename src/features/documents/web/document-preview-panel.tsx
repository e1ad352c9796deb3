import { useWatch } from 'react-hook-form'
import type { ContractWire } from '#features/contracts/wire.ts'
import { BudgetPreviewPanel } from '#features/documents/web/budget-preview-panel.tsx'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import { PayeeRoutePanel, RoutePreviewPanel } from '#features/documents/web/route-preview-panel.tsx'
import type { ProjectWire } from '#features/projects/wire.ts'
import { Card, CardBody } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type DocumentPreviewPanelProps = {
  wireForm: DocumentWireForm
  /** Undefined until it is loaded. */
  project: ProjectWire | undefined
  /** Undefined for a project without a contract. */
  contract: ContractWire | undefined
  userId: string
  /** True for a provider, which is not told who approves. */
  isProvider: boolean
  /** Order under correction. */
  documentId: string | undefined
}

/** Preview of what sending the order would cause, by the rules that the server will apply. */
export function DocumentPreviewPanel(props: DocumentPreviewPanelProps) {
  const { wireForm, project, contract, userId, isProvider, documentId } = props
  const [amountMinor, type, providerId] = useWatch({
    control: wireForm.form.control,
    name: ['amountMinor', 'type', 'providerId'],
  })
  return (
    <aside aria-label="Antes de enviar" className="grid grid-cols-1 gap-4 lg:sticky lg:top-20">
      {project ? (
        <>
          <BudgetPreviewPanel contract={contract} amountMinor={amountMinor} />
          {isProvider ? (
            <PayeeRoutePanel clientName={project.clientName} />
          ) : (
            <RoutePreviewPanel
              userId={userId}
              asked={{
                projectId: project.id,
                type,
                amountMinor,
                documentId,
                contractId: contract?.id,
                providerId: providerId || undefined,
              }}
            />
          )}
        </>
      ) : (
        <Card>
          <CardBody className="grid gap-3">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-2 w-full" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </CardBody>
        </Card>
      )}
    </aside>
  )
}
