/** Which fact tells whom: each fact has its audiences, and nobody is told what they did. */
import type { Actor } from '#kernel/actor.ts'

export const audiences = ['approvers', 'executors', 'requester', 'client', 'admins', 'provider'] as const
export type Audience = (typeof audiences)[number]

export type NoticeRefusal = 'not_found'

export const orderTopics = [
  'approval.requested',
  'approval.overdue',
  'document.blocked',
  'document.approved',
  'document.rejected',
  'document.returned',
  'document.cancelled',
  'document.delivered',
  'execution.confirmed',
  'execution.rejected',
  'execution.retried',
  'execution.received',
  'execution.disputed',
  'execution.dispute_resolved',
] as const
export type OrderTopic = (typeof orderTopics)[number]

/**
 * The approvers whose turn it is, the project's executors, who asked for the order, its client, the administrators, and
 * the provider that is to be paid or must issue.
 */
export const toldTo: { readonly [topic in OrderTopic]: readonly Audience[] } = {
  'approval.requested': ['approvers'],
  'approval.overdue': ['requester', 'client', 'admins'],
  'document.blocked': ['admins', 'requester'],
  'document.approved': ['requester', 'executors', 'provider'],
  'document.rejected': ['requester'],
  'document.returned': ['requester'],
  'document.cancelled': ['requester'],
  'document.delivered': ['executors', 'requester'],
  'execution.confirmed': ['requester', 'provider'],
  'execution.rejected': ['requester', 'admins'],
  'execution.retried': ['executors'],
  'execution.received': ['requester'],
  'execution.disputed': ['executors', 'requester', 'admins', 'provider'],
  'execution.dispute_resolved': ['requester', 'provider'],
}

/** What only informs: whoever asked, the provider and the administrators may do without it. */
export const mutableTopics = [
  'document.approved',
  'document.rejected',
  'document.cancelled',
  'document.delivered',
  'execution.confirmed',
  'execution.rejected',
  'execution.received',
] as const satisfies readonly OrderTopic[]
export type MutableTopic = (typeof mutableTopics)[number]

/** What waits for a person is told whatever they chose: to approve, to execute. */
export const mayMute = (audience: Audience): boolean => audience !== 'approvers' && audience !== 'executors'

export const providerTopics = [
  'provider.bank_change_requested',
  'provider.bank_changed',
  'provider.bank_change_rejected',
] as const
export type ProviderTopic = (typeof providerTopics)[number]

/** Both are told: who stands in, and whose place it is. */
export const delegationTopics = ['delegation.made', 'delegation.ended'] as const
export type DelegationTopic = (typeof delegationTopics)[number]

/** Whoever may appoint approvers has appointed themself: the other administrators and the client hear of it. */
export const projectTopics = ['project.self_appointed'] as const
export type ProjectTopic = (typeof projectTopics)[number]

/** What an administrator has changed for the whole company: the other administrators hear of it. */
export const companyTopics = ['company.second_factor_changed'] as const
export type CompanyTopic = (typeof companyTopics)[number]

export type FactTopic = OrderTopic | ProviderTopic | DelegationTopic | ProjectTopic | CompanyTopic

/** Two hands: every other administrator may be the second, and the first hears what came of it. */
export const toldOfProvider: { readonly [topic in ProviderTopic]: 'other_admins' | 'asker' } = {
  'provider.bank_change_requested': 'other_admins',
  'provider.bank_changed': 'asker',
  'provider.bank_change_rejected': 'asker',
}

/** What is changed for the whole company is for its administrators. */
export const hearsOfCompany = (actor: Actor): boolean => actor.role === 'admin'

/** Where a provider is paid, and what is said of it, is for the administrators. */
export const hearsOfProviders = (actor: Actor): boolean => actor.role === 'admin'
