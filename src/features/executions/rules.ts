/**
 * Rules of execution: an execution confirms that an approved order was carried out, the payment made or the invoice
 * issued. Each payment of an order is confirmed once, unless it comes back: then it may be made again. Nobody executes
 * an order that they requested, nor one that they decided on unless the company allows it. For a substitute that holds for
 * both, themselves and whoever they stand in for.
 */

import type { Principal } from '#features/delegations/rules.ts'

import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { holds, type Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ExecutionRefusal =
  | 'forbidden'
  | 'not_found'
  | 'already_executed'
  | 'not_approved'
  | 'not_rejected'
  | 'own_document'
  | 'approver_cannot_execute'
  | 'proof_required'
  | 'executed_in_future'
  | 'executed_before_approval'
  | 'provider_off'
  | 'file_not_yours'
  | 'not_its_provider'
  | 'too_many_deliveries'
  | 'in_payment_batch'
  | 'not_in_batch'
  | 'stale_revision'
  | 'untrusted_account'
  | 'unknown_payment'
  | 'payment_made'
  | 'payment_not_made'
  | 'returned_in_future'
  | 'returned_before_payment'
  | 'not_a_payment'
  | 'credit_spent'

export type ExecutionFacts = {
  readonly state: DocumentState
  readonly authorIds: readonly string[]
  /** Deciders of any revision of the order. */
  readonly deciderIds: readonly string[]
  /** Those of them who forced a decision: they do not execute, whatever the policy. */
  readonly forcerIds: readonly string[]
  /** Policy of the company: one person may approve and execute the same order. */
  readonly executorMayApprove: boolean
  readonly type: DocumentType
  /** True when a payment of it was made and has not come back. */
  readonly hasPaid: boolean
  /** Batch that contains the order: while it is in one, it is confirmed or rejected there. A return may be recorded. */
  readonly paymentBatchId: string | null
  readonly isCreditNote: boolean
  /** People in whose place the actor may execute the order today. */
  readonly standsInFor: readonly Principal[]
}

type Hands = 'authorIds' | 'deciderIds' | 'forcerIds' | 'executorMayApprove'

/** `giveBack`: to record that a payment came back. */
export type ExecutionVerb = 'confirm' | 'reject' | 'retry' | 'giveBack'

/**
 * Permissions to confirm or reject the execution, to put a rejected one back in the queue, and to record that a payment
 * that was made came back.
 */
export function executionAbilities(
  actor: Actor,
  facts: ExecutionFacts,
  standing: Standing,
): Abilities<ExecutionVerb, ExecutionRefusal> {
  const principal = principalFor(actor, facts, standing)
  const executes = holds(actor, standing, 'execute') || principal !== null
  const dutiesApart = firstRefusal<ExecutionRefusal>(
    executes ? true : refuse('forbidden'),
    dutiesApartFor(actor, facts, principal),
  )
  const mayExecute = firstRefusal<ExecutionRefusal>(
    dutiesApart,
    approvedOrRefusal(facts.state),
    facts.paymentBatchId === null
      ? true
      : refuse('in_payment_batch', { batch: facts.paymentBatchId, isCreditNote: facts.isCreditNote }),
    accountTrust(actor),
  )
  const mayRetry = firstRefusal(
    executes || actor.role === 'admin' ? true : refuse('forbidden'),
    facts.state === 'execution_rejected' ? true : refuse('not_rejected', { state: facts.state }),
  )
  const mayGiveBack = firstRefusal<ExecutionRefusal>(
    dutiesApart,
    facts.type === 'gasto' && !facts.isCreditNote ? true : refuse('not_a_payment'),
    facts.hasPaid ? true : refuse('payment_not_made'),
    accountTrust(actor),
  )
  return { confirm: mayExecute, reject: mayExecute, retry: mayRetry, giveBack: mayGiveBack }
}

/** The person in whose place the actor executes the order: null for their own, and for whoever executes nothing. */
export function principalFor(
  actor: Actor,
  facts: Pick<ExecutionFacts, Hands | 'standsInFor'>,
  standing: Standing,
): Principal | null {
  if (holds(actor, standing, 'execute')) return null
  const { standsInFor } = facts
  const fit = standsInFor.find(principal => dutiesApartFor(actor, facts, principal) === true)
  return fit ?? standsInFor[0] ?? null
}

function dutiesApartFor(
  actor: Actor,
  { authorIds, deciderIds, forcerIds, executorMayApprove }: Pick<ExecutionFacts, Hands>,
  principal: Principal | null,
): true | Refusal<ExecutionRefusal> {
  const hands = principal === null ? [actor.userId] : [actor.userId, principal.userId]
  const isAmong = (userIds: readonly string[]) => hands.some(hand => userIds.includes(hand))
  const named = principal === null ? undefined : { standsInFor: principal.name }
  return firstRefusal<ExecutionRefusal>(
    isAmong(authorIds) ? refuse('own_document', named) : true,
    isAmong(forcerIds) || (isAmong(deciderIds) && !executorMayApprove)
      ? refuse('approver_cannot_execute', named)
      : true,
  )
}

function approvedOrRefusal(state: DocumentState): true | Refusal<ExecutionRefusal> {
  if (state === 'executed') return refuse('already_executed')
  return state === 'approved' ? true : refuse('not_approved', { state })
}

export type Confirmation = {
  readonly executedOn: Day
  readonly proofFileId: string | null
  /** Reason, required for an early date or a deactivated provider. */
  readonly comment: string | null
}

/** Circumstances that a confirmation is checked against. */
export type ConfirmationContext = {
  readonly proofRequired: boolean
  readonly today: Day
  /** Day of the approval; null for imported orders, which nobody approved. */
  readonly approvedOn: Day | null
  readonly isProviderOff: boolean
}

/**
 * Checks a confirmation: the proof when the company requires one, no future date, and a reason for a date before the
 * approval or for a deactivated provider.
 */
export function checkConfirmation(
  { executedOn, proofFileId, comment }: Confirmation,
  { proofRequired, today, approvedOn, isProviderOff }: ConfirmationContext,
): true | Refusal<ExecutionRefusal> {
  const isEarly = approvedOn !== null && executedOn < approvedOn
  return firstRefusal<ExecutionRefusal>(
    proofRequired && proofFileId === null ? refuse('proof_required') : true,
    executedOn > today ? refuse('executed_in_future') : true,
    isEarly && comment === null ? refuse('executed_before_approval', { approvedOn }) : true,
    isProviderOff && comment === null ? refuse('provider_off') : true,
  )
}

type PaymentState = { readonly number: number; readonly isPaid: boolean }

/**
 * The payment that a confirmation confirms: the one that is named, or the only one. Of an order of several it has to be
 * named, so that two people who confirm at once do not confirm two. `payments` is empty for an order that plans none.
 * That an only payment was made already is known by the order's state.
 */
export function paymentToConfirm(
  payments: readonly PaymentState[],
  named: number | null,
): { readonly number: number; readonly isLast: boolean } | Refusal<ExecutionRefusal> {
  if (payments.length <= 1)
    return named === null || named === 1 ? { number: 1, isLast: true } : refuse('unknown_payment')
  const payment = payments.find(({ number }) => number === named)
  if (!payment) return refuse('unknown_payment')
  if (payment.isPaid) return refuse('payment_made', { payment: payment.number })
  const isLast = payments.every(({ number, isPaid }) => isPaid || number === payment.number)
  return { number: payment.number, isLast }
}

/** Checks the day on which a payment came back: not before it was made, and not in the future. */
export function checkReturn(
  returnedOn: Day,
  { executedOn, today }: { readonly executedOn: Day; readonly today: Day },
): true | Refusal<ExecutionRefusal> {
  return firstRefusal<ExecutionRefusal>(
    returnedOn > today ? refuse('returned_in_future') : true,
    returnedOn < executedOn ? refuse('returned_before_payment', { executedOn }) : true,
  )
}

/** Orders that are confirmed in one call, at most. */
export const bulkConfirmationLimit = 100

/** Files that a provider may send for one order, at most. */
export const maxDeliveredFiles = 20

/**
 * Permission to deliver invoices and certificates: the order's provider, from the approval on, also after the
 * execution.
 */
export function mayDeliver(
  actor: Pick<Actor, 'providerId'>,
  document: { readonly providerId: string; readonly state: DocumentState },
): true | Refusal<ExecutionRefusal> {
  if (actor.providerId === null || actor.providerId !== document.providerId) return refuse('not_its_provider')
  const wasApproved = ['approved', 'execution_rejected', 'executed'].includes(document.state)
  return wasApproved ? true : refuse('not_approved', { state: document.state })
}
