/**
 * Documents: orders to pay a supplier (`gasto`) or to have an invoice issued (`emision`). Their states, the
 * transitions between states, who may make an order and who may take it back. The content of an approved order
 * never changes: other content is a new order.
 */

import type { Breakdown } from '#features/documents/rules/breakdown.ts'
import { isItsClient, type Standing, sees, visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export const documentTypes = ['gasto', 'emision'] as const
export type DocumentType = (typeof documentTypes)[number]

export const documentStates = [
  'in_approval',
  'returned',
  'blocked',
  'approved',
  'execution_rejected',
  'executed',
  'rejected',
  'cancelled',
] as const
export type DocumentState = (typeof documentStates)[number]
export type BlockCause = 'budget' | 'no_approver' | 'contract_inactive'

/** Answer of an executed order's recipient: it arrived, it did not, or the company has resolved the dispute. */
export const receipts = ['received', 'disputed', 'resolved'] as const
export type Receipt = (typeof receipts)[number]

/** Status shown on screen; the state is the reason for it. */
export const documentStatuses = ['pending', 'approved', 'paid', 'rejected'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Allowed transitions between states; the database holds an equal table as a constraint. */
export const transitions: { readonly [from in DocumentState]: readonly DocumentState[] } = {
  in_approval: ['approved', 'rejected', 'returned', 'blocked'],
  returned: ['in_approval', 'blocked'],
  blocked: ['in_approval', 'returned'],
  approved: ['executed', 'execution_rejected', 'cancelled', 'in_approval'],
  execution_rejected: ['approved', 'cancelled'],
  executed: ['approved'],
  rejected: [],
  cancelled: [],
}

export const mayMove = (from: DocumentState, to: DocumentState): boolean => transitions[from].includes(to)

const statuses: { readonly [state in DocumentState]: DocumentStatus } = {
  in_approval: 'pending',
  returned: 'pending',
  blocked: 'pending',
  approved: 'approved',
  execution_rejected: 'approved',
  executed: 'paid',
  rejected: 'rejected',
  cancelled: 'rejected',
}

export const statusFromState = (state: DocumentState): DocumentStatus => statuses[state]

/** True for an order that waits for somebody: few, in whatever company, and found by an index of their own. */
export const isOpen = (state: DocumentState): boolean =>
  statuses[state] === 'pending' || statuses[state] === 'approved'

export const statesWith = (status: DocumentStatus): DocumentState[] =>
  documentStates.filter(state => statuses[state] === status)

/** Content that an approver approves. Changing any of it makes a new revision and voids earlier decisions. */
export type DocumentContent = {
  readonly projectId: string
  readonly contractId: string
  readonly type: DocumentType
  readonly name: string
  readonly providerId: string
  readonly amountMinor: bigint
  /** Breakdown of the amount; null for an order without one. */
  readonly breakdown: Breakdown | null
  readonly description: string | null
  /** Number of the provider's invoice, where there is one to pay. */
  readonly invoiceNumber: string | null
  readonly invoiceDate: string | null
  readonly fileIds: readonly string[]
}

/** Content that an order need not say: one that no form makes begins with it, and says what it has. */
export const unsaidContent = {
  breakdown: null,
  payments: null,
  description: null,
  invoiceNumber: null,
  invoiceDate: null,
  duplicateReason: null,
  alarmReason: null,
} as const

export type Approvals = {
  readonly total: number
  readonly approved: number
  readonly rejected: number
  readonly pending: number
}

export type DocumentFacts = {
  readonly state: DocumentState
  readonly revision: number
  readonly createdBy: string
  /** Seats of the current revision that were decided, or are no longer required because of a decision. */
  readonly decisions: number
  /** Batch of payments that contains the order; null outside one. */
  readonly paymentBatchId: string | null
}

export type DocumentRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'plan_limit'
  | 'project_inactive'
  | 'provider_inactive'
  | 'provider_not_of_client'
  | 'contract_not_of_project'
  | 'contract_not_of_provider'
  | 'file_not_yours'
  | 'possible_duplicate'
  | 'stale_revision'
  | 'not_returned'
  | 'already_decided'
  | 'not_approved'
  | 'in_payment_batch'
  | 'wrong_state'

export type DocumentVerb = 'edit' | 'withdraw' | 'cancel'

/** Refuses to withdraw an order that is not on its way to approval, or of which something is decided. */
export const isWithdrawable = (
  document: Pick<DocumentFacts, 'state' | 'decisions'>,
): true | Refusal<DocumentRefusal> =>
  firstRefusal<DocumentRefusal>(
    document.state === 'in_approval' || document.state === 'blocked'
      ? true
      : refuse('wrong_state', { state: document.state }),
    document.decisions === 0 ? true : refuse('already_decided'),
  )

/** Abilities of a person over an order, outside its approval and its execution. */
export function documentAbilities(
  actor: Actor,
  document: DocumentFacts,
  standing: Standing,
): Abilities<DocumentVerb, DocumentRefusal> {
  const isRequester = actor.userId === document.createdBy
  const mayHelp = isRequester || isItsClient(actor, standing) || actor.role === 'admin'
  return {
    // Correcting an order makes the person an author of it, and authors cannot approve: see approvals.
    edit: firstRefusal(
      mayHelp ? true : refuse('forbidden'),
      document.state === 'returned' ? true : refuse('not_returned', { state: document.state }),
      actor.companySuspended ? refuse('company_suspended') : true,
    ),
    withdraw: firstRefusal(isRequester ? true : refuse('forbidden'), isWithdrawable(document)),
    cancel: firstRefusal(
      actor.role === 'admin' ? true : refuse('forbidden'),
      mayMove(document.state, 'cancelled') ? true : refuse('not_approved', { state: document.state }),
      // The order's payment may already be on its way to the bank.
      document.paymentBatchId === null
        ? true
        : refuse('in_payment_batch', { batch: document.paymentBatchId }),
    ),
  }
}

/**
 * True when the order exists for the person: a provider sees the orders that name it, everybody else the orders
 * of the projects they see. Providers may share a project, never an order.
 */
export const seesDocument = (
  actor: Actor,
  standing: Standing,
  document: { readonly providerId: string },
): boolean => (actor.providerId === null ? sees(actor, standing) : actor.providerId === document.providerId)

/** True when the person sees the project, or is a provider that one of its orders names. */
export const seesProject = (
  actor: Actor,
  standing: Standing,
  documents: readonly { readonly providerId: string }[],
): boolean =>
  sees(actor, standing) ||
  (visibleProjects(actor).kind === 'provider' &&
    documents.some(({ providerId }) => providerId === actor.providerId))

/** True when the person may know who decides on orders: never a provider, not even of its own orders. */
export const mayKnowNames = ({ providerId }: Pick<Actor, 'providerId'>): boolean => providerId === null

/**
 * Refuses a request about a revision that is no longer the current one: the person must look at the order
 * again.
 */
export function sameRevision(
  document: { readonly revision: number },
  seenRevision: number,
): true | Refusal<DocumentRefusal> {
  return document.revision === seenRevision
    ? true
    : refuse('stale_revision', { revision: document.revision, seen: seenRevision })
}
