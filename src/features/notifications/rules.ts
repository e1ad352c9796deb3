/** Which fact tells whom: each fact about an order has its audiences, and nobody is told what they did. */

export const audiences = ['approvers', 'executors', 'requester', 'admins', 'provider'] as const
export type Audience = (typeof audiences)[number]

export type NoticeRefusal = 'not_found'

export const factTopics = [
  'approval.requested',
  'document.blocked',
  'document.approved',
  'document.rejected',
  'document.returned',
  'document.cancelled',
  'document.delivered',
  'execution.confirmed',
  'execution.rejected',
  'execution.retried',
] as const
export type FactTopic = (typeof factTopics)[number]

/**
 * The approvers whose turn it is, the project's executors, who asked for the order, the administrators, and
 * the provider that is to be paid or must issue.
 */
export const toldTo: { readonly [topic in FactTopic]: readonly Audience[] } = {
  'approval.requested': ['approvers'],
  'document.blocked': ['admins', 'requester'],
  'document.approved': ['requester', 'executors', 'provider'],
  'document.rejected': ['requester'],
  'document.returned': ['requester'],
  'document.cancelled': ['requester'],
  'document.delivered': ['executors', 'requester'],
  'execution.confirmed': ['requester', 'provider'],
  'execution.rejected': ['requester', 'admins'],
  'execution.retried': ['executors'],
}
