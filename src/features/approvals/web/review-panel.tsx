import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { Decision } from '#features/approvals/rules.ts'
import { CannotDecidePanel } from '#features/approvals/web/cannot-decide-panel.tsx'
import { DocumentDuplicatesPanel } from '#features/approvals/web/document-duplicates-panel.tsx'
import { NextApprovalPanel } from '#features/approvals/web/next-approval-panel.tsx'
import { type DecideMutation, decideMutation } from '#features/approvals/web/queries.ts'
import { type Review, ReviewCard } from '#features/approvals/web/review-card.tsx'
import {
  commentKey,
  isDefinite,
  isMine,
  ownStepText,
  refusedText,
  sayDecided,
} from '#features/approvals/web/text.ts'
import { useUndo } from '#features/approvals/web/undo-queries.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { useSubmission } from '#ui/fields/submission.ts'
import { dropDraft } from '#ui/hooks/draft.ts'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

/** Loaded for whoever has just approved. */
const UndoPanel = late(async () => (await import('#features/approvals/web/undo-panel.tsx')).UndoPanel)

type ReviewPanelProps = {
  areaPath: string
  document: DocumentDetailWire
  /** Findings in its invoices. */
  invoices: ReactNode
  /** Way of sending the decision. */
  mutation?: DecideMutation
  /** True where nothing else is shown: no next approval after the decision. */
  isAlone?: boolean
}

/** The person's own decision on an order, when there is one to take, or the reason why they cannot decide. */
export function ReviewPanel({
  areaPath,
  document,
  invoices,
  mutation = decideMutation,
  isAlone = false,
}: ReviewPanelProps) {
  const { mutateAsync, isPending, variables } = useMutation(mutation)
  const submission = useSubmission()
  const [decidedSeatId, setDecidedSeatId] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { undo, isPending: isUndoing } = useUndo()
  const takeBack = async () => {
    if (await undo(document)) setDecidedSeatId(null)
  }

  const decide = async (decision: Decision, comment: string) => {
    if (isPending) return
    setFailure(null)
    const body = { revision: document.revision, decision, comment }
    try {
      const { canUndo } = await submission(body, key => mutateAsync({ documentId: document.id, body, key }))
      setDecidedSeatId(document.mySeatId)
      if (document.mySeatId !== null) dropDraft(commentKey(document.mySeatId))
      sayDecided(decision, document, canUndo ? () => void takeBack() : undefined)
    } catch (error) {
      setFailure({ why: refusedText(error), isDefinite: isDefinite(error) })
      notify.error('No se ha podido registrar tu decisión', { description: refusedText(error) })
    }
  }
  const isOpen = isMine(document) && document.mySeatId !== decidedSeatId
  return (
    <>
      {failure && (failure.isDefinite || isOpen) && (
        <Alert tone="negative" title="Tu decisión no se ha registrado">
          {failure.why}
        </Alert>
      )}
      {isOpen && (
        <ReviewCard
          key={document.mySeatId}
          review={toReview(document)}
          warning={
            <>
              <DocumentDuplicatesPanel areaPath={areaPath} document={document} />
              {invoices}
            </>
          }
          busy={isPending && variables ? variables.body.decision : null}
          onDecide={decide}
          isPinnedOnPhone
          // The specification uses this label on the client's page only.
          {...(areaPath === '/client' && { approveLabel: 'Aprobar' })}
        />
      )}
      {document.mySeatId !== null && document.can.approve !== true && (
        <CannotDecidePanel areaPath={areaPath} why={document.can.approve} />
      )}
      {document.can.undo === true && (
        <Suspense fallback={<Skeleton className="h-18 w-full rounded-xl" />}>
          <UndoPanel until={document.undoUntil} busy={isUndoing} onUndo={() => void takeBack()} />
        </Suspense>
      )}
      {decidedSeatId !== null && !isOpen && !isAlone && (
        <NextApprovalPanel areaPath={areaPath} decidedSeatId={decidedSeatId} />
      )}
    </>
  )
}

/**
 * Failure of a decision. Not definite: no answer came; if the server did take the decision, the refetched order shows
 * it.
 */
type Failure = { why: string; isDefinite: boolean }

export function toReview(document: DocumentDetailWire): Review {
  const mine = document.stages.find(({ seats }) => seats.some(seat => seat.id === document.mySeatId))
  const seat = mine?.seats.find(({ id }) => id === document.mySeatId)
  return {
    seatId: document.mySeatId ?? '',
    charge: document.charge,
    creditedId: document.creditedId,
    contract: document.contract,
    centreOrderId: document.costCentre && document.creditedId === null ? document.id : null,
    onBehalfOf: document.onBehalfOf,
    stageName: mine?.name ?? 'Aprobación',
    basis: mine?.basis ?? '',
    added: mine?.added ?? null,
    reassigned: seat?.reassigned ?? null,
    deputy: seat?.deputy ?? null,
    step: ownStepText(document),
    rejectionCommentRequired: document.rejectionCommentRequired,
    bankChangedDays: document.bankChangedDays,
    paysFormerAccount: document.paysFormerAccount,
    sharedAccount: document.sharedAccount,
    isFirstPayment: document.isFirstPayment,
    isProviderOff: document.providerOff,
  }
}
