import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo } from 'react'
import { LinkSkeleton } from '#app/pages/link-skeleton.tsx'
import { useArea } from '#app/use-area.ts'
import { EndedLinkPanel } from '#features/approvals/web/ended-link-panel.tsx'
import { decideByLinkMutation } from '#features/approvals/web/link-queries.ts'
import { OtherSeatPanel } from '#features/approvals/web/other-seat-panel.tsx'
import { isMine } from '#features/approvals/web/text.ts'
import { UndoPanel } from '#features/approvals/web/undo-panel.tsx'
import { useUndo } from '#features/approvals/web/undo-queries.ts'
import type { EndedLinkWire, OpenedLinkWire } from '#features/approvals/wire/decision-link.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { DocumentStatusBadge } from '#features/documents/web/document-status-badge.tsx'
import { DocumentTypeBadge } from '#features/documents/web/document-type-badge.tsx'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { classes } from '#ui/classes.ts'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { WhenNear } from '#ui/when-near.tsx'

const FirstPageCard = late(
  async () => (await import('#features/files/web/first-page-card.tsx')).FirstPageCard,
)
const loadPage = () => import('#app/pages/document-page.tsx')
/** From the order's page, whose first load they are part of. */
const AttachmentsCard = late(async () => (await loadPage()).AttachmentsCard)
const ApprovalsCard = late(async () => (await loadPage()).ApprovalsCard)
const DocumentSummaryCard = late(async () => (await loadPage()).DocumentSummaryCard)
const TimelineCard = late(async () => (await loadPage()).TimelineCard)
const OrderInvoices = late(async () => (await loadPage()).OrderInvoices)
const NoticesRead = late(async () => (await loadPage()).NoticesRead)
const ChangesCard = late(async () => (await import('#features/approvals/web/changes-card.tsx')).ChangesCard)
const CommentsCard = late(async () => (await import('#features/comments/web/comments-card.tsx')).CommentsCard)
const ReviewPanel = late(async () => (await loadPage()).review.load())

type LinkedOrder = NonNullable<OpenedLinkWire['order']>
type LinkedDocumentProps = { link: string; order: LinkedOrder; ended: EndedLinkWire | null }

/** One order with its decision, or with what became of it. */
export function LinkedDocument({ link, order, ended }: LinkedDocumentProps) {
  const query = useQuery(documentQuery(order.projectId, order.documentId))
  usePageTitle(query.data && `${query.data.id} ${query.data.name}`)
  return (
    <Loaded query={query} heading="Pedido" skeleton={<LinkSkeleton />}>
      {document => <Document link={link} order={order} ended={ended} document={document} />}
    </Loaded>
  )
}

type DocumentProps = LinkedDocumentProps & { document: DocumentDetailWire }

function Document({ link, order, ended, document }: DocumentProps) {
  const { areaPath } = useArea()
  const isPhone = useMedia('(width < 40rem)')
  const isOpen = ended === null && document.mySeatId === order.seatId && isMine(document)
  return (
    <div className={classes(isOpen && 'max-sm:pb-20')}>
      <Suspense fallback={null}>
        <NoticesRead documentId={document.id} />
      </Suspense>
      <PageHeader
        title={document.name}
        aside={<DocumentStatusBadge document={document} inline />}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="figures">{document.id}</span> ·{' '}
            <DocumentTypeBadge type={document.type} creditedId={document.creditedId} /> ·{' '}
            <span className="figures">Revisión {document.revision}</span>
          </span>
        }
        actions={<LinkButton to={documentAddress(areaPath, document)}>Abrir en Visto Bueno</LinkButton>}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-1 gap-4">
          {ended && <Ended order={order} ended={ended} document={document} />}
          <Suspense fallback={<Skeleton className="h-48 w-full rounded-xl" />}>
            <DocumentSummaryCard
              areaPath={areaPath}
              document={document}
              description={document.description}
              invoice={document}
            />
          </Suspense>
          {isPhone && document.attachments.length > 0 && (
            <Suspense fallback={<Skeleton className="h-44 w-full rounded-xl" />}>
              <FirstPageCard files={document.attachments} />
            </Suspense>
          )}
          {document.revision > 1 && (
            <Suspense fallback={<Skeleton className="h-40 w-full" />}>
              <ChangesCard
                projectId={document.projectId}
                documentId={document.id}
                revision={document.revision}
              />
            </Suspense>
          )}
        </div>
        <div className="grid grid-cols-1 gap-4 lg:row-span-2">
          {ended === null && <Review link={link} order={order} document={document} />}
          <Later className="h-40">
            <ApprovalsCard document={document} />
          </Later>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Later className="h-64">
            <AttachmentsCard files={document.attachments} />
          </Later>
          <Later className="h-64">
            <CommentsCard documentId={document.id} />
          </Later>
          <Later className="h-64">
            <TimelineCard documentId={document.id} />
          </Later>
        </div>
      </div>
    </div>
  )
}

/** Part of the screen that is loaded once it is near. */
function Later({ className, children }: { className: string; children: ReactNode }) {
  return (
    <WhenNear className={className}>
      <Suspense fallback={<Skeleton className={`${className} w-full rounded-xl`} />}>{children}</Suspense>
    </WhenNear>
  )
}

/** True when the order waits for this person, and not for the decision of the link. */
const hasOtherSeat = ({ seatId }: LinkedOrder, document: DocumentDetailWire): boolean =>
  isMine(document) && document.mySeatId !== seatId

function OtherSeat({ document }: { document: DocumentDetailWire }) {
  const { areaPath } = useArea()
  return (
    <OtherSeatPanel
      action={<LinkButton to={documentAddress(areaPath, document)}>Decidir en el pedido</LinkButton>}
    />
  )
}

type ReviewProps = Omit<DocumentProps, 'ended'>

/** The decision of the link's seat; of two seats in one order, the other may come first. */
function Review({ link, order, document }: ReviewProps) {
  const { areaPath } = useArea()
  const mutation = useMemo(() => decideByLinkMutation(link), [link])
  if (hasOtherSeat(order, document)) return <OtherSeat document={document} />
  return (
    <Suspense fallback={<Skeleton className="h-72 w-full rounded-xl" />}>
      <ReviewPanel
        areaPath={areaPath}
        document={document}
        invoices={
          <Suspense fallback={null}>
            <OrderInvoices document={document} />
          </Suspense>
        }
        mutation={mutation}
        isAlone
      />
    </Suspense>
  )
}

type EndedProps = { order: LinkedOrder; ended: EndedLinkWire; document: DocumentDetailWire }

/** End of the link, with the undo of an approval that can still be taken back, and what else waits for the person. */
function Ended({ order, ended, document }: EndedProps) {
  const { undo, isPending } = useUndo()
  const { approve } = document.can
  const hasOther = hasOtherSeat(order, document)
  return (
    <>
      <EndedLinkPanel ended={ended} because={approve === true ? null : approve.text} hasOther={hasOther} />
      {hasOther && <OtherSeat document={document} />}
      {document.can.undo === true && (
        <UndoPanel until={document.undoUntil} busy={isPending} onUndo={() => void undo(document)} />
      )}
    </>
  )
}
