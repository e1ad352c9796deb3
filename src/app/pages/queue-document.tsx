import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useArea } from '#app/use-area.ts'
import { ApprovalsCard } from '#features/approvals/web/approvals-card.tsx'
import { ChosenDocumentCard } from '#features/approvals/web/document-summary-card.tsx'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import {
  ConfirmationSkeleton,
  ExecutionCard,
  loadConfirmation,
} from '#features/executions/web/execution-card.tsx'
import { executionQuery } from '#features/executions/web/queries.ts'
import { AttachmentsCard } from '#features/files/web/attachments-card.tsx'
import { late } from '#ui/late.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

// For the few orders whose provider has sent something.
const DeliveriesCard = late(
  async () => (await import('#features/executions/web/deliveries-card.tsx')).DeliveriesCard,
)

type QueueDocumentProps = {
  document: DocumentRowWire
  /** Called once the execution is confirmed or rejected. */
  onDone: () => void
}

/** Selected order beside the queue, with its execution and the form that confirms it. */
export function QueueDocument({ document, onDone }: QueueDocumentProps) {
  const { areaPath } = useArea()
  const status = useQuery(executionQuery(document.id))
  const card = useQuery(documentQuery(document.projectId, document.id))
  useEffect(() => void loadConfirmation(), [])
  return (
    <>
      <ChosenDocumentCard
        areaPath={areaPath}
        document={document}
        description={card.data?.description ?? null}
        invoice={card.data}
      />
      <Loaded query={status} skeleton={<ConfirmationSkeleton />}>
        {found => (
          <>
            {found.deliveries.length > 0 && (
              <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
                <DeliveriesCard document={document} status={found} />
              </Suspense>
            )}
            <ExecutionCard
              areaPath={areaPath}
              document={document}
              status={found}
              where="queue"
              onDone={onDone}
            />
          </>
        )}
      </Loaded>
      <Loaded query={card} skeleton={<Skeleton className="h-96 w-full" />}>
        {found => (
          <div className="grid grid-cols-1 items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_20rem]">
            <AttachmentsCard files={found.attachments} />
            <ApprovalsCard document={found} />
          </div>
        )}
      </Loaded>
    </>
  )
}
