/** Topics of notices, and the audiences of each. Nobody is notified of what they did themselves. */
import type { DocumentState } from '#features/documents/rules.ts'
import type { Actor, Role } from '#kernel/actor.ts'

export const audiences = [
  'approvers',
  'executors',
  'requester',
  'client',
  'admins',
  'provider',
  'overridden',
] as const
export type Audience = (typeof audiences)[number]

export type NoticeRefusal = 'not_found'

export const orderTopics = [
  'approval.requested',
  'approval.overdue',
  'approval.deputy_asked',
  'approval.deputy_refused',
  'approval.overridden',
  'document.blocked',
  'document.approved',
  'document.reopened',
  'document.rejected',
  'document.returned',
  'document.cancelled',
  'document.delivered',
  'document.payee_changed',
  'recurrence.made',
  'recurrence.stopped',
  'execution.confirmed',
  'execution.payment_returned',
  'execution.rejected',
  'execution.retried',
  'execution.received',
  'execution.disputed',
  'execution.dispute_resolved',
  'comment.added',
  'comment.mentioned',
  'comment.asked',
  'comment.answered',
] as const
export type OrderTopic = (typeof orderTopics)[number]

/**
 * Audiences of each topic: the approvers whose turn it is, the project's executors, the order's requester, its
 * client, the administrators, the provider that is to be paid or must issue,
 * and the approvers in whose place an administrator decided.
 */
export const audiencesOfTopic: { readonly [topic in OrderTopic]: readonly Audience[] } = {
  'approval.requested': ['approvers'],
  'approval.overdue': ['requester', 'client', 'admins'],
  'approval.deputy_asked': ['approvers'],
  'approval.deputy_refused': ['admins'],
  'approval.overridden': ['overridden'],
  'document.blocked': ['admins', 'requester'],
  'document.approved': ['requester', 'executors', 'provider'],
  'document.reopened': ['requester', 'executors', 'provider'],
  'document.rejected': ['requester'],
  'document.returned': ['requester'],
  'document.cancelled': ['requester'],
  'document.delivered': ['executors', 'requester'],
  'document.payee_changed': ['approvers'],
  'recurrence.made': ['requester'],
  'recurrence.stopped': ['requester', 'admins'],
  'execution.confirmed': ['requester', 'provider'],
  'execution.payment_returned': ['executors', 'requester', 'admins', 'provider'],
  'execution.rejected': ['requester', 'admins'],
  'execution.retried': ['executors'],
  'execution.received': ['requester'],
  'execution.disputed': ['executors', 'requester', 'admins', 'provider'],
  'execution.dispute_resolved': ['requester', 'provider'],
  // Whom a comment concerns is said by the comment.
  'comment.added': [],
  'comment.mentioned': [],
  'comment.asked': [],
  'comment.answered': [],
}

/** Topics of a comment, by what it is to the person who is told: the first that applies. */
export const commentTopics = [
  'comment.asked',
  'comment.answered',
  'comment.mentioned',
  'comment.added',
] as const satisfies readonly OrderTopic[]
export type CommentTopic = (typeof commentTopics)[number]

/**
 * States of the order in which a notice still asks or informs of something; once the order is in another, whoever
 * brought it there, the notice is resolved. A topic without states tells a fact that no later one ends.
 */
export const currentStates: { readonly [topic in OrderTopic]?: readonly DocumentState[] } = {
  'approval.requested': ['in_approval'],
  'approval.overdue': ['in_approval', 'blocked'],
  'approval.deputy_asked': ['in_approval'],
  'approval.deputy_refused': ['in_approval', 'blocked'],
  'document.blocked': ['blocked'],
  'document.approved': ['approved'],
  'document.reopened': ['in_approval', 'blocked'],
  'document.returned': ['returned'],
  'document.payee_changed': ['in_approval'],
  'execution.payment_returned': ['approved', 'cancelled'],
  'execution.rejected': ['execution_rejected'],
  'execution.retried': ['approved'],
}

/** Number of current notices of one topic and client from which the bell shows them as one. */
export const groupedFrom = 4

/** Topics of a received invoice: its sender, of a provider, learns what became of it. */
export const invoiceTopics = ['invoice.ordered', 'invoice.refused'] as const
export type InvoiceTopic = (typeof invoiceTopics)[number]

/** Topics that only inform, and that their audiences may mute. */
export const mutableTopics = [
  'document.approved',
  'document.rejected',
  'document.cancelled',
  'document.delivered',
  'recurrence.made',
  'execution.confirmed',
  'execution.rejected',
  'execution.received',
  'comment.added',
  ...invoiceTopics,
] as const satisfies readonly (OrderTopic | InvoiceTopic)[]
export type MutableTopic = (typeof mutableTopics)[number]

/** Topics that a person is asked about: only a provider's people send invoices. */
export const offeredTopics = (role: Role): readonly MutableTopic[] =>
  mutableTopics.filter(topic => role === 'provider' || !invoiceTopics.some(one => one === topic))

/** True when the audience may mute: never approvers and executors, for whom the order waits. */
export const mayMute = (audience: Audience): boolean => audience !== 'approvers' && audience !== 'executors'

export const providerTopics = [
  'provider.bank_change_requested',
  'provider.bank_changed',
  'provider.bank_change_rejected',
  'provider.merged',
] as const
export type ProviderTopic = (typeof providerTopics)[number]

/** Topics of a delegation: both its principal and its substitute are notified. */
export const delegationTopics = ['delegation.made', 'delegation.ended'] as const
export type DelegationTopic = (typeof delegationTopics)[number]

/**
 * Topics of a project: somebody who may appoint approvers has appointed themself, which the other
 * administrators and the client learn.
 */
export const projectTopics = ['project.self_appointed'] as const
export type ProjectTopic = (typeof projectTopics)[number]

/**
 * Topics of the company, for its administrators: one of them has changed something for everybody, or another system no
 * longer hears of anything.
 */
export const companyTopics = [
  'company.second_factor_changed',
  'company.batch_release_changed',
  'company.step_up_changed',
  'company.webhook_switched_off',
  'company.mailbox_failing',
] as const
export type CompanyTopic = (typeof companyTopics)[number]

/**
 * Topics of a batch of payments: it waits for a second person, which those who may release it learn; it was released,
 * which its maker learns.
 */
export const batchTopics = ['batch.release_requested', 'batch.released'] as const
export type BatchTopic = (typeof batchTopics)[number]

export type FactTopic =
  | OrderTopic
  | ProviderTopic
  | DelegationTopic
  | ProjectTopic
  | CompanyTopic
  | BatchTopic
  | InvoiceTopic

/**
 * Administrators whom each topic of a provider is told: any but the asker may be the second hand, and the asker learns
 * the outcome. Of a merge, which cannot be undone, all the others learn.
 */
export const adminsOfTopic: { readonly [topic in ProviderTopic]: 'other_admins' | 'asker' } = {
  'provider.bank_change_requested': 'other_admins',
  'provider.bank_changed': 'asker',
  'provider.bank_change_rejected': 'asker',
  'provider.merged': 'other_admins',
}

/** True when the person learns of changes for the whole company. */
export const hearsOfCompany = (actor: Actor): boolean => actor.role === 'admin'

/** True when the person learns of changes of a provider's bank data: administrators only. */
export const hearsOfProviders = (actor: Actor): boolean => actor.role === 'admin'
