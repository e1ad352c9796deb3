/**
 * How an order stands, as the platform says it: one word more than the company's own, so that what nobody has
 * looked at and what is stuck are told apart. Only what still waits for a decision has days pending.
 */
import { type DocumentState, documentStates } from '#features/documents/rules.ts'

export const orderFlowStatuses = [
  'pending',
  'in_approval',
  'blocked',
  'approved',
  'completed',
  'rejected',
] as const
export type OrderFlowStatus = (typeof orderFlowStatuses)[number]

const statuses: { readonly [state in DocumentState]: OrderFlowStatus } = {
  in_approval: 'pending',
  returned: 'pending',
  blocked: 'blocked',
  approved: 'approved',
  execution_rejected: 'approved',
  executed: 'completed',
  rejected: 'rejected',
  cancelled: 'rejected',
}

/** An order is in approval from its first decision on; until then it is pending. */
export function orderFlowStatusOf(state: DocumentState, decisions: number): OrderFlowStatus {
  return state === 'in_approval' && decisions > 0 ? 'in_approval' : statuses[state]
}

/** The states that an order of this status can be in; `in_approval` stands for both of its two. */
export function statesOfFlow(status: OrderFlowStatus): readonly DocumentState[] {
  return documentStates.filter(state => [0, 1].some(count => orderFlowStatusOf(state, count) === status))
}

/** Somebody has to do something before it is decided. */
export const isWaiting = (status: OrderFlowStatus): boolean =>
  status === 'pending' || status === 'in_approval' || status === 'blocked'

const patienceDays = 5

/** Shown in red: what is blocked, and what has waited for more than five days. */
export function isOverdue(status: OrderFlowStatus, pendingDays: number | null): boolean {
  return status === 'blocked' || (pendingDays !== null && pendingDays > patienceDays)
}
