import type { UseQueryResult } from '@tanstack/react-query'
import { OrderInvoices } from '#app/pages/order-invoices.tsx'
import { useArea } from '#app/use-area.ts'
import type { Decision } from '#features/approvals/rules.ts'
import { CannotDecidePanel } from '#features/approvals/web/cannot-decide-panel.tsx'
import { ChangesCard } from '#features/approvals/web/changes-card.tsx'
import { DocumentDuplicatesPanel } from '#features/approvals/web/document-duplicates-panel.tsx'
import { ChosenDocumentCard } from '#features/approvals/web/document-summary-card.tsx'
import { ReviewCard } from '#features/approvals/web/review-card.tsx'
import { ownStepText } from '#features/approvals/web/text.ts'
import type { DocumentDetailWire, InboxItemWire } from '#features/approvals/wire.ts'
import { TimelineCard } from '#features/audit/web/timeline-card.tsx'
import { AttachmentsCard } from '#features/files/web/attachments-card.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Alert } from '#ui/states.tsx'

type InboxDocumentProps = {
  item: InboxItemWire
  /** Goes to the next order; set when others have decided this one while it was shown. */
  onMoveOn?: () => void
  card: UseQueryResult<DocumentDetailWire>
  onDecide: (item: InboxItemWire, decision: Decision, comment: string) => void
}

/** Selected order beside the list, with enough to decide on it. */
export function InboxDocument({ item, card, onDecide, onMoveOn }: InboxDocumentProps) {
  const { areaPath } = useArea()
  const { document } = item
  return (
    <>
      <ChosenDocumentCard
        areaPath={areaPath}
        document={document}
        description={card.data?.description ?? null}
        invoice={card.data}
      />
      {/* The file stands beside the decision, which stays in sight however long the file and the history are. */}
      <div className="grid grid-cols-1 items-start gap-4 @min-[38rem]:grid-cols-[minmax(0,1fr)_19rem] @min-[46rem]:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid grid-cols-1 gap-4 @min-[38rem]:sticky @min-[38rem]:top-18 @min-[38rem]:col-start-2">
          <Decide item={item} card={card} onDecide={onDecide} {...(onMoveOn && { onMoveOn })} />
        </div>
        <div className="grid grid-cols-1 gap-4 @min-[38rem]:col-start-1 @min-[38rem]:row-start-1">
          <ChangesCard projectId={document.projectId} documentId={document.id} revision={document.revision} />
          <Attachments card={card} />
          <TimelineCard documentId={document.id} />
        </div>
      </div>
    </>
  )
}

/** Refusal of a decision on an order that no longer waits for it. */
export const refusedMeanwhile = { text: 'Este pedido ya no espera tu decisión. Pasa al siguiente.' }

function Decide({ item, card, onDecide, onMoveOn }: InboxDocumentProps) {
  const { areaPath } = useArea()
  const may = card.data?.can.approve ?? true
  if (onMoveOn) {
    return (
      <Alert
        tone="caution"
        title="Ha cambiado mientras lo mirabas"
        action={
          <Button size="sm" onClick={onMoveOn}>
            Entendido
          </Button>
        }
      >
        {refusedMeanwhile.text}
      </Alert>
    )
  }
  if (may !== true) return <CannotDecidePanel areaPath={areaPath} why={may} />
  return (
    <ReviewCard
      review={{
        seatId: item.seatId,
        contract: item.contract,
        charge: item.charge,
        centreOrderId: card.data?.costCentre && item.document.creditedId === null ? card.data.id : null,
        creditedId: item.document.creditedId,
        onBehalfOf: item.onBehalfOf,
        stageName: item.stageName,
        basis: item.basis,
        reassigned: item.reassigned,
        added: item.added,
        deputy: item.deputy,
        step: card.data ? ownStepText(card.data) : null,
        rejectionCommentRequired: card.data?.rejectionCommentRequired ?? false,
        bankChangedDays: card.data?.bankChangedDays ?? null,
        paysFormerAccount: card.data?.paysFormerAccount ?? false,
        sharedAccount: card.data?.sharedAccount ?? null,
        isFirstPayment: item.attention.includes('first_payment'),
        isProviderOff: item.document.providerOff,
      }}
      busy={null}
      warning={
        card.data && (
          <>
            <DocumentDuplicatesPanel areaPath={areaPath} document={card.data} />
            <OrderInvoices document={card.data} />
          </>
        )
      }
      onDecide={(decision, comment) => onDecide(item, decision, comment)}
      hasShortcuts
    />
  )
}

function Attachments({ card }: { card: UseQueryResult<DocumentDetailWire> }) {
  if (card.data) return <AttachmentsCard files={card.data.attachments} />
  if (card.error === null) return <Skeleton className="h-96 w-full" />
  return (
    <Alert
      tone="negative"
      title="No se ha podido cargar el documento"
      action={
        <Button size="sm" busy={card.isFetching} onClick={() => void card.refetch()}>
          Reintentar
        </Button>
      }
    >
      {failureMessage(card.error)}
    </Alert>
  )
}
