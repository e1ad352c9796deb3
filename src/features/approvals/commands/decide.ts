/** Decision of a seat: one person approves, rejects or returns an order, and the order takes the state that follows. */

import { settleOverrun } from '#features/approvals/commands/overrun.ts'
import { approvalFact } from '#features/approvals/facts.ts'
import { type Decided, decide, isStateAfter } from '#features/approvals/rules/decided.ts'
import { maySee, toDecisionFacts } from '#features/approvals/rules/decision-facts.ts'
import { stageLines } from '#features/approvals/rules/route.ts'
import {
  countSeats,
  type Decision,
  decidableSeat,
  mayDecide,
  openTurn,
  type Seat,
  type Stage,
  soundApproval,
  soundComment,
  stageOutcome,
} from '#features/approvals/rules.ts'
import {
  closeSeats,
  currentStages,
  lastDecision,
  saveDecision,
  saveOutcome,
} from '#features/approvals/store.ts'
import type { decideDocument } from '#features/approvals/wire.ts'
import { moveBudgets } from '#features/cost-centres/commands/move-budgets.ts'
import { covering } from '#features/delegations/rules.ts'
import { findMandates } from '#features/delegations/store.ts'
import { mayKnowNames, sameRevision } from '#features/documents/rules.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { isProviderOff as findProviderOff } from '#features/documents/store/providers.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import { requireConfirmation } from '#features/step-up/commands/require.ts'
import type { Threshold } from '#features/step-up/rules.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = BodyOf<typeof decideDocument>

/** Link of a mail, to one seat. */
type MailLink = { readonly seatId: string }

/**
 * Decides one person's seat; with a mail's link, that seat and no other. The order's row is locked first, so the later
 * of two approvers reads the earlier one's decision.
 */
export async function decideSeat(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  asked: Asked,
  link?: MailLink,
): Promise<ResponseOf<typeof decideDocument> | Refusal> {
  const [document, project, stages, mandates, isProviderOff, { threshold }] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    currentStages(tx, documentId),
    // Sent after the lock on the order's row, which may have to wait: a delegation that ended meanwhile is not read.
    findMandates(tx, actor, documentId, { held: true }),
    findProviderOff(tx, documentId),
    loadThreshold(tx),
  ])
  if (!document || !project) return refuse('not_found')
  const facts = toDecisionFacts(
    actor,
    document,
    project,
    stages,
    covering(actor, mandates, document, 'approve'),
  )
  if (!maySee(actor, project, document, facts)) return refuse('not_found')
  const may = firstRefusal<string>(
    sameRevision(document, asked.revision),
    mayDecide(actor, facts),
    soundComment(asked.decision, asked.comment, project.policies.rejectionCommentRequired),
    soundApproval(asked, isProviderOff),
  )
  const seat = decidableSeat(actor.userId, facts)
  if (may !== true || !seat) return withDecider(tx, actor, document, may === true ? refuse('no_seat') : may)
  if (link && link.seatId !== seat.id) return refuse('link_of_other_seat')
  const confirmedBy =
    asked.decision === 'approve' ? await confirmedForApproval(tx, actor, threshold, document) : null
  const decided = decide(stages, seat.id, asked.decision)
  const next =
    decided.state === 'approved' ? await settleOverrun(tx, actor, document, project, decided) : decided
  if (isRefusal(next)) return next
  // Not awaited: the writes leave with the commit, and where one fails nothing is answered.
  tx.batchWithCommit(batch =>
    writeDecision(batch, actor, {
      document,
      stages,
      seat,
      next,
      isFromMail: link !== undefined,
      confirmedBy,
      ...asked,
    }),
  )
  return {
    id: document.id,
    state: next.state,
    revision: document.revision,
    approvals: countSeats(next.stages),
    canUndo:
      asked.decision === 'approve' &&
      (next.state === 'approved' ? project.policies.undoMinutes > 0 : staysInTurn(document, stages, next)),
  }
}

/** Step by which the approver has confirmed who they are; null where the amount asks for none. @throws ProblemError when it asks for one that is missing. */
export const confirmedForApproval = (
  tx: TenantTx,
  actor: Actor,
  threshold: Threshold,
  { id, amount }: Pick<LockedDocument, 'id' | 'amount'>,
): Promise<ConfirmingStep | null> =>
  requireConfirmation(tx, actor, threshold, { what: 'approval', id, amount })

type DecisionToWrite = {
  readonly document: LockedDocument
  /** Stages before the decision. */
  readonly stages: readonly Stage[]
  readonly seat: Seat
  /** Stages, state and turn after it. */
  readonly next: Decided
  readonly decision: Decision
  readonly comment: string | null
  readonly isFromMail: boolean
  /** Step by which the person confirmed who they are; null where the amount asks for none. */
  readonly confirmedBy: ConfirmingStep | null
}

async function writeDecision(
  tx: TenantTx,
  actor: Actor,
  { document, stages, seat, next, decision, comment, isFromMail, confirmedBy }: DecisionToWrite,
) {
  const changesState = next.state !== document.state
  const { id, revision } = document
  const seatCounts = countSeats(next.stages)
  const isOwn = seat.approverId === actor.userId
  await Promise.all([
    saveDecision(tx, seat.id, seatStatus(next.stages, seat.id), comment, isOwn ? null : actor.userId),
    closeSeats(tx, skippedSeats(stages, next.stages), 'skipped'),
    ...newOutcomes(stages, next.stages).map(stage =>
      saveOutcome(tx, id, revision, stage.stage, stage.outcome),
    ),
    saveState(tx, id, { state: next.state, turn: next.turn, counters: seatCounts }),
    ...(changesState ? moveAmount(tx, document, next.state) : []),
    record(
      tx,
      actor,
      approvalFact('approval.decided', id, {
        before: { state: document.state },
        after: {
          state: next.state,
          decision,
          revision,
          approved: seatCounts.approved,
          total: seatCounts.total,
          seatId: seat.id,
          byName: actor.name,
          content: document.contentDigest,
          // Only the budget owners' stage, when this decision opened it.
          stages: stageLines(next.stages.slice(stages.length)),
          openedTurn: openedTurn(document, stages, next),
          ...toleratedSnapshot(next),
          ...(isFromMail ? { through: 'mail' as const } : {}),
          ...(confirmedBy === null ? {} : { confirmedBy }),
        },
        reason: comment,
        onBehalfOf: isOwn ? null : seat.approverId,
      }),
    ),
  ])
}

/** Excess of an approval within the tolerance of its contract or of its cost centre, as its fact tells it. */
export function toleratedSnapshot({ tolerated, toleratedOfCentre }: Decided) {
  const said = ({ over, allowed }: NonNullable<Decided['tolerated']>) => ({
    over: moneyToWire(over),
    allowed: moneyToWire(allowed),
  })
  return {
    ...(tolerated ? { tolerated: said(tolerated) } : {}),
    ...(toleratedOfCentre ? { toleratedOfCentre: said(toleratedOfCentre) } : {}),
  }
}

/** Writes of a changed state, for the caller to await: the orders' counters, and the budgets of contract and cost centre. */
export const moveAmount = (tx: TenantTx, document: LockedDocument, state: Decided['state']) => [
  updateCounters(tx, document, { ...document, state }),
  moveBudgets(tx, { ...document, documentId: document.id }, state === 'approved' ? 'approved' : 'released'),
]

/** The turn that the decision opened, whose approvers are asked now; null when it opened none. */
function openedTurn(document: LockedDocument, stages: readonly Stage[], next: Decided): number | null {
  const goesOn = next.state === document.state && !staysInTurn(document, stages, next)
  return goesOn ? next.turn : null
}

/** True when the order stays in approval and in the same turn. */
const staysInTurn = (document: LockedDocument, stages: readonly Stage[], next: Decided): boolean =>
  next.state === document.state && next.turn === openTurn(stages)

function seatStatus(stages: readonly Stage[], seatId: string) {
  const found = stages.flatMap(stage => stage.seats).find(seat => seat.id === seatId)
  if (!found) throw new Error(`seat ${seatId} is gone`)
  return found.status
}

/** Ids of the open seats that the decision closed as no longer required. */
function skippedSeats(before: readonly Stage[], after: readonly Stage[]): string[] {
  const pending = new Set(
    before.flatMap(stage => stage.seats.filter(seat => seat.status === 'pending').map(seat => seat.id)),
  )
  return after.flatMap(stage =>
    stage.seats.filter(seat => seat.status === 'skipped' && pending.has(seat.id)).map(seat => seat.id),
  )
}

/** Stages that the decision approved or rejected. */
function newOutcomes(before: readonly Stage[], after: readonly Stage[]) {
  return after.flatMap((stage, index) => {
    const outcome = stageOutcome(stage)
    const earlier = before[index]
    const changed = earlier !== undefined && stageOutcome(earlier) !== outcome
    return changed && outcome !== 'pending' ? [{ stage: stage.stage, outcome }] : []
  })
}

/**
 * Adds the name of who decided last to a refusal behind which somebody else's decision may stand, for people who may
 * know names.
 */
async function withDecider(
  tx: TenantTx,
  actor: Actor,
  { id, revision, state }: LockedDocument,
  refusal: Refusal,
): Promise<Refusal> {
  const isLost = ['not_in_approval', 'already_decided', 'stale_revision'].includes(refusal.refused)
  if (!isLost || !mayKnowNames(actor)) return refusal
  const last = await lastDecision(tx, id, revision)
  return last && isStateAfter(state, last.outcome)
    ? refuse(refusal.refused, { ...refusal.facts, decidedBy: last.name })
    : refusal
}
