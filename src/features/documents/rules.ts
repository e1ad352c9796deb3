/**
 * A document is an order: pay a supplier (`gasto`) or ask that an invoice be issued (`emision`).
 * This file says in which state it can be, which moves exist between states, who may make an order and who
 * may take it back. An approved order never changes what it says: to say something else is a new order.
 */

import { isItsClient, type Standing, scopeOf, sees } from '#features/projects/rules.ts'
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

/** What was last said of an executed order by whom it was for: it came, it did not, the company saw to it. */
export const receipts = ['received', 'disputed', 'resolved'] as const
export type Receipt = (typeof receipts)[number]

/** What the person sees as the order's status; the state says why. */
export type DocumentStatus = 'pending' | 'approved' | 'paid' | 'rejected'

/** The only moves there are; the database holds the same table as a constraint. */
export const transitions: { readonly [from in DocumentState]: readonly DocumentState[] } = {
  in_approval: ['approved', 'rejected', 'returned', 'blocked'],
  returned: ['in_approval', 'blocked'],
  blocked: ['in_approval', 'returned'],
  approved: ['executed', 'execution_rejected', 'cancelled'],
  execution_rejected: ['approved', 'cancelled'],
  executed: [],
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

export const statusOf = (state: DocumentState): DocumentStatus => statuses[state]

export const statesWith = (status: DocumentStatus): DocumentState[] =>
  documentStates.filter(state => statuses[state] === status)

/** What an approver approves. Changing any of it makes a new revision and voids earlier decisions. */
export type DocumentContent = {
  readonly projectId: string
  readonly contractId: string
  readonly type: DocumentType
  readonly name: string
  readonly providerId: string
  readonly amountMinor: bigint
  readonly description: string | null
  /** Of the provider's invoice, where there is one to pay. */
  readonly invoiceNumber: string | null
  readonly invoiceDate: string | null
  readonly fileIds: readonly string[]
}

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
  /** Decisions taken on the current revision. */
  readonly decisions: number
  /** The batch of payments that it lives in. */
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

/** What a person may do with an order outside its approval and its execution. */
export function abilities(
  actor: Actor,
  document: DocumentFacts,
  standing: Standing,
): Abilities<DocumentVerb, DocumentRefusal> {
  const isRequester = actor.userId === document.createdBy
  const mayHelp = isRequester || isItsClient(actor, standing) || actor.role === 'admin'
  return {
    // Whoever corrects an order becomes one who cannot approve it: see approvals.
    edit: firstRefusal(
      mayHelp ? true : refuse('forbidden'),
      document.state === 'returned' ? true : refuse('not_returned', { state: document.state }),
      actor.companySuspended ? refuse('company_suspended') : true,
    ),
    withdraw: firstRefusal(
      isRequester ? true : refuse('forbidden'),
      document.state === 'in_approval' || document.state === 'blocked'
        ? true
        : refuse('wrong_state', { state: document.state }),
      document.decisions === 0 ? true : refuse('already_decided'),
    ),
    cancel: firstRefusal(
      actor.role === 'admin' ? true : refuse('forbidden'),
      mayMove(document.state, 'cancelled') ? true : refuse('not_approved', { state: document.state }),
      // Its payment may be on its way.
      document.paymentBatchId === null
        ? true
        : refuse('in_payment_batch', { batch: document.paymentBatchId }),
    ),
  }
}

/**
 * Whether an order is there for the person at all: to a provider those that name it, to others those of the projects
 * that they see. What a provider shares with another is a project, never an order.
 */
export const seesOrder = (
  actor: Actor,
  standing: Standing,
  order: { readonly providerId: string },
): boolean => (actor.providerId === null ? sees(actor, standing) : actor.providerId === order.providerId)

/** A project is there for whoever sees it, and for a provider that an order in it names. */
export const seesProject = (
  actor: Actor,
  standing: Standing,
  orders: readonly { readonly providerId: string }[],
): boolean =>
  sees(actor, standing) ||
  (scopeOf(actor).kind === 'provider' && orders.some(({ providerId }) => providerId === actor.providerId))

/** Who decides on an order is no provider's to know, not even of its own. */
export const mayKnowNames = ({ providerId }: Pick<Actor, 'providerId'>): boolean => providerId === null

/** A request speaks of the revision it saw; if the order has changed since, it must be looked at again. */
export function sameRevision(
  document: { readonly revision: number },
  seen: number,
): true | Refusal<DocumentRefusal> {
  return document.revision === seen ? true : refuse('stale_revision', { revision: document.revision, seen })
}
