/** Withdrawing an order (its requester, before the first decision) and cancelling it (once approved). */

import type { z } from 'zod'
import { countSeats, type Stage } from '#features/approvals/rules.ts'
import { closeSeats, currentStages } from '#features/approvals/store.ts'
import type { Movement } from '#features/contracts/rules/movements.ts'
import { moveBudgets } from '#features/cost-centres/commands/move-budgets.ts'
import { documentFact } from '#features/documents/facts.ts'
import {
  type DocumentVerb,
  documentAbilities,
  isWithdrawable,
  sameRevision,
} from '#features/documents/rules.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { chargePaid } from '#features/documents/store/payments.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import type { SubmittedWire } from '#features/documents/wire.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Answer = z.input<typeof SubmittedWire>

/** Withdraws an order before the first decision. */
export async function withdraw(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { revision }: { readonly revision: number },
): Promise<Answer | Refusal> {
  const document = await lockAndAuthorize(tx, actor, documentId, revision, 'withdraw')
  if (isRefusal(document)) return document
  await returnToRequester(tx, actor, document, { kind: 'document.withdrawn', reason: null })
  return answer(document, 'returned')
}

/**
 * Withdraws an order before the first decision in the place of its requester, who may be gone: by an administrator,
 * with a reason. Whoever calls has found that the requester cannot do it.
 */
export async function withdrawInPlace(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { revision, reason }: { readonly revision: number; readonly reason: string },
): Promise<Answer | Refusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  const document = await lockDocument(tx, documentId)
  if (!document) return refuse('not_found')
  const may = firstRefusal<string>(sameRevision(document, revision), isWithdrawable(document))
  if (may !== true) return may
  await returnToRequester(tx, actor, document, { kind: 'document.withdrawn', reason })
  return answer(document, 'returned')
}

/** Returns the order to its requester: open seats become void, and the contract's requested amount is released. */
export async function returnToRequester(
  tx: TenantTx,
  by: Pick<Actor, 'userId'> | null,
  document: LockedDocument,
  event: Pick<Leaving, 'kind' | 'reason'>,
): Promise<void> {
  const stages = await currentStages(tx, document.id)
  const open = stages.flatMap(stage =>
    stage.seats.filter(seat => seat.status === 'pending').map(seat => seat.id),
  )
  await Promise.all([
    closeSeats(tx, open, 'void'),
    saveState(tx, document.id, { state: 'returned', counters: countSeats(stages.map(voided)) }),
    leaveApproval(tx, by, document, { ...event, to: 'returned', movement: 'released' }),
  ])
}

/** Cancels an approved order: its committed amount is released, but for the payments made of it. */
export async function cancel(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { revision, reason }: { readonly revision: number; readonly reason: string },
): Promise<Answer | Refusal> {
  const document = await lockAndAuthorize(tx, actor, documentId, revision, 'cancel')
  if (isRefusal(document)) return document
  const paidMinor = document.payments ? await chargePaid(tx, documentId) : 0n
  const charge = money(document.charge.minor - paidMinor, document.charge.currency)
  await Promise.all([
    saveState(tx, documentId, { state: 'cancelled' }),
    leaveApproval(
      tx,
      actor,
      { ...document, charge },
      {
        to: 'cancelled',
        movement: 'cancelled',
        kind: 'document.cancelled',
        reason,
      },
    ),
  ])
  return answer(document, 'cancelled')
}

/** Locks the order until the transaction ends. Refused unless the actor may do this to the revision that they saw. */
async function lockAndAuthorize(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  revision: number,
  verb: DocumentVerb,
): Promise<LockedDocument | Refusal> {
  const [document, project, isVisible] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!document || !project || !isVisible) return refuse('not_found')
  const may = firstRefusal<string>(
    sameRevision(document, revision),
    documentAbilities(actor, document, project.standing)[verb],
  )
  return may === true ? document : may
}

/** End of an order's approval: the state that it goes to, and the movement that frees its money. */
type Leaving = {
  readonly to: 'returned' | 'cancelled'
  readonly movement: Extract<Movement, 'released' | 'cancelled'>
  readonly kind: 'document.withdrawn' | 'document.sent_back' | 'document.cancelled'
  readonly reason: string | null
}

/** Writes that the order left its approval: its counters, the contract's balance, and the fact. */
async function leaveApproval(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'> | null,
  document: LockedDocument,
  { to, movement, kind, reason }: Leaving,
) {
  await Promise.all([
    updateCounters(tx, document, { ...document, state: to }),
    moveBudgets(tx, { ...document, documentId: document.id }, movement),
    record(
      tx,
      actor,
      documentFact(kind, document.id, {
        before: { state: document.state },
        after: { state: to, revision: document.revision },
        reason,
      }),
    ),
  ])
}

/** The stage with its open seats void. */
function voided(stage: Stage): Stage {
  return {
    ...stage,
    seats: stage.seats.map(seat => (seat.status === 'pending' ? { ...seat, status: 'void' } : seat)),
  }
}

function answer(document: LockedDocument, state: Answer['state']): Answer {
  return {
    id: document.id,
    projectId: document.projectId,
    state,
    blockCause: null,
    revision: document.revision,
  }
}
