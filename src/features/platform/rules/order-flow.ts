/**
 * Status of an order for the platform: one more than in the company, so that untouched orders and stuck ones
 * differ. Only an order that waits for a decision has days pending.
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

/** Status of an order, which is in approval from its first decision on and pending until then. */
export function orderFlowStatus(state: DocumentState, decisions: number): OrderFlowStatus {
  return state === 'in_approval' && decisions > 0 ? 'in_approval' : statuses[state]
}

/** States that an order of this status can have; `in_approval` serves both `pending` and `in_approval`. */
export function statesWithStatus(status: OrderFlowStatus): readonly DocumentState[] {
  return documentStates.filter(state => [0, 1].some(count => orderFlowStatus(state, count) === status))
}

/** True while somebody has to act before the order is decided. */
export const isWaiting = (status: OrderFlowStatus): boolean =>
  status === 'pending' || status === 'in_approval' || status === 'blocked'

const patienceDays = 5

/** True for orders in red: blocked ones, and those that have waited for more than five days. */
export function isOverdue(status: OrderFlowStatus, pendingDays: number | null): boolean {
  return status === 'blocked' || (pendingDays !== null && pendingDays > patienceDays)
}
