import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { DocumentSkeleton } from '#app/pages/document-skeleton.tsx'
import { mayBeExecuted, OrderExecution, outcomesQuery } from '#app/pages/order-execution.tsx'
import { OrderInvoices } from '#app/pages/order-invoices.tsx'
import { useArea } from '#app/use-area.ts'
import { useReadNotices } from '#app/use-read-notices.ts'
import { ApprovalsCard } from '#features/approvals/web/approvals-card.tsx'
import { DocumentActionsPanel } from '#features/approvals/web/document-actions-panel.tsx'
import { DocumentDuplicatesPanel } from '#features/approvals/web/document-duplicates-panel.tsx'
import { DocumentSummaryCard } from '#features/approvals/web/document-summary-card.tsx'
import { StatePanel } from '#features/approvals/web/state-panel.tsx'
import { isMine } from '#features/approvals/web/text.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { timelineQuery } from '#features/audit/web/queries.ts'
import { TimelineCard } from '#features/audit/web/timeline-card.tsx'
import { DocumentStatusBadge } from '#features/documents/web/document-status-badge.tsx'
import { DocumentTypeBadge } from '#features/documents/web/document-type-badge.tsx'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import { projectAddress } from '#features/documents/web/text.ts'
import { executionQuery } from '#features/executions/web/queries.ts'
import { AttachmentsCard } from '#features/files/web/attachments-card.tsx'
import { RepeatPanel } from '#features/recurrences/web/repeat-panel.tsx'
import { usePathParam } from '#ui/address.ts'
import { classes } from '#ui/classes.ts'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { loadedAhead } from '#ui/loaded-ahead.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { queryClient } from '#ui/query-client.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { WhenNear } from '#ui/when-near.tsx'

export { ApprovalsCard, AttachmentsCard, DocumentSummaryCard, OrderInvoices, TimelineCard }

/** Marks what the bell says about an order as read, where it is shown without this page. */
export function NoticesRead({ documentId }: { documentId: string }) {
  useReadNotices(documentId)
  return null
}

/** Loaded for an order that was corrected: most have one revision. */
const ChangesCard = late(async () => (await import('#features/approvals/web/changes-card.tsx')).ChangesCard)

/** Loaded by themselves, beside the order: a provider's order has none. */
const ExceededAlert = late(
  async () => (await import('#features/contracts/web/contract-consumption-panel.tsx')).ExceededAlert,
)
const ContractCard = late(
  async () => (await import('#features/contracts/web/contract-card.tsx')).ContractCard,
)

/** Loaded by itself: a provider's order has none. */
const CommentsCard = late(async () => (await import('#features/comments/web/comments-card.tsx')).CommentsCard)

/** Loaded for a credit note, and for an order that has some. */
const CreditNotesCard = late(
  async () => (await import('#features/approvals/web/credit-notes-card.tsx')).CreditNotesCard,
)

export const review = loadedAhead(
  async () => (await import('#features/approvals/web/review-panel.tsx')).ReviewPanel,
)

/** Code of a decision, asked for like the order: a provider decides nothing, and does without it. */
const reviewQuery = queryOptions({
  queryKey: ['code', 'review'],
  queryFn: async () => (await review.load()).name,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Prefetch of an order's page: the order, its execution and its timeline. */
export async function readDocumentAhead(projectId: string, documentId: string): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(documentQuery(projectId, documentId)),
    queryClient.prefetchQuery(executionQuery(documentId)),
    queryClient.prefetchQuery(timelineQuery(documentId)),
    queryClient.prefetchQuery(outcomesQuery),
  ])
}

/** One order: its content, its approval, its execution and its timeline. */
export function DocumentPage() {
  const projectId = usePathParam('projectId')
  const documentId = usePathParam('documentId')
  const { area, areaPath } = useArea()
  const query = useQuery(documentQuery(projectId, documentId))
  const { isLoading: isReviewLoading } = useQuery({ ...reviewQuery, enabled: area !== 'provider' })
  // Requested together with the order, not after it.
  const execution = useQuery(executionQuery(documentId))
  const outcomes = useQuery(outcomesQuery)
  useQuery(timelineQuery(documentId))
  usePageTitle(query.data && `${query.data.id} ${query.data.name}`)
  return (
    <Loaded
      query={query}
      heading="Documento"
      skeleton={<DocumentSkeleton />}
      wayOut={<LinkButton to={projectAddress(areaPath, projectId)}>Volver al proyecto</LinkButton>}
    >
      {document =>
        // Both stand above the files: wait for them and for their code, so that they push nothing down.
        isReviewLoading || ((execution.isPending || outcomes.isPending) && mayBeExecuted(document)) ? (
          <DocumentSkeleton />
        ) : (
          <Document key={document.id} document={document} />
        )
      }
    </Loaded>
  )
}

const FirstPageCard = late(
  async () => (await import('#features/files/web/first-page-card.tsx')).FirstPageCard,
)

function Document({ document }: { document: DocumentDetailWire }) {
  const { user, area, areaPath } = useArea()
  const isPhone = useMedia('(width < 40rem)')
  const [Review] = useState(review.part)
  useReadNotices(document.id)
  return (
    <div className={classes(isMine(document) && 'max-sm:pb-20')}>
      <PageHeader
        crumbs={[
          { label: area === 'empresa' ? 'Proyectos' : 'Mis Proyectos', to: `${areaPath}/projects` },
          { label: document.projectName, to: projectAddress(areaPath, document.projectId) },
        ]}
        title={document.name}
        aside={<DocumentStatusBadge document={document} inline />}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="figures">{document.id}</span> ·{' '}
            <DocumentTypeBadge type={document.type} creditedId={document.creditedId} /> ·{' '}
            <span className="figures">Revisión {document.revision}</span>
          </span>
        }
        actions={
          <>
            <RepeatPanel userId={user.id} document={document} />
            <DocumentActionsPanel areaPath={areaPath} document={document} />
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:gap-6">
        <div className="grid grid-cols-1 gap-4 xl:gap-6">
          <DocumentSummaryCard
            areaPath={areaPath}
            document={document}
            description={document.description}
            invoice={document}
          />
          <StatePanel areaPath={areaPath} document={document} />
          {(document.credited !== null || document.creditNotes.length > 0) && (
            <Suspense fallback={<Skeleton className="h-36 w-full rounded-xl" />}>
              <CreditNotesCard areaPath={areaPath} document={document} />
            </Suspense>
          )}
          {!isMine(document) && <DocumentDuplicatesPanel areaPath={areaPath} document={document} />}
          {area !== 'provider' && document.revision > 1 && (
            <Suspense fallback={<Skeleton className="h-40 w-full" />}>
              <ChangesCard
                projectId={document.projectId}
                documentId={document.id}
                revision={document.revision}
              />
            </Suspense>
          )}
          {isPhone && isMine(document) && document.attachments.length > 0 && (
            <Suspense fallback={<Skeleton className="h-44 w-full rounded-xl" />}>
              <FirstPageCard files={document.attachments} />
            </Suspense>
          )}
          {area !== 'provider' && (
            <Review
              areaPath={areaPath}
              document={document}
              invoices={<OrderInvoices document={document} />}
            />
          )}
          <OrderExecution document={document} />
        </div>
        <aside aria-label="Aprobaciones y contrato" className="grid grid-cols-1 gap-4 lg:row-span-2 xl:gap-6">
          <ApprovalsCard document={document} />
          {document.contract && (
            <Suspense fallback={<Skeleton className="h-56 w-full rounded-xl" />}>
              <ExceededAlert contract={document.contract} />
              <ContractCard contract={document.contract} />
            </Suspense>
          )}
        </aside>
        <div className="grid grid-cols-1 gap-4 xl:gap-6">
          <AttachmentsCard files={document.attachments} />
          {area !== 'provider' && (
            <WhenNear className="h-64">
              <Suspense fallback={<Skeleton className="h-64 w-full rounded-xl" />}>
                <CommentsCard documentId={document.id} />
              </Suspense>
            </WhenNear>
          )}
          <TimelineCard documentId={document.id} />
        </div>
      </div>
    </div>
  )
}
