/** Notices by fact: the topic of the notice that a fact gives rise to, and who caused it; null for none. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { approvalFact } from '#features/approvals/facts.ts'
import { delegationFact } from '#features/delegations/facts.ts'
import { documentFact } from '#features/documents/facts.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { executionFact } from '#features/executions/facts.ts'
import { identityFact } from '#features/identity/facts.ts'
import { noticeFact } from '#features/notifications/facts.ts'
import type {
  CompanyTopic,
  DelegationTopic,
  OrderTopic,
  ProjectTopic,
  ProviderTopic,
} from '#features/notifications/rules.ts'
import { projectFact } from '#features/projects/facts.ts'
import { providerFact } from '#features/providers/facts.ts'
import { recurrenceFact } from '#features/recurrences/facts.ts'
import { type AnswersOf, answerTo, type RecordedFact } from '#kernel/fact.ts'

export type OrderNotice = {
  readonly about: 'order'
  readonly topic: OrderTopic
  /** Person who is not notified, because they caused the fact. */
  readonly by: string | null
  /** Only person to notify; null for the topic's whole audience. */
  readonly to: string | null
  /** Names of the people for whom the order waits. */
  readonly holders: string | null
}

export type Notice =
  | OrderNotice
  | { readonly about: 'provider'; readonly topic: ProviderTopic; readonly askedBy: string }
  | { readonly about: 'delegation'; readonly topic: DelegationTopic; readonly by: string | null }
  | { readonly about: 'project'; readonly topic: ProjectTopic; readonly by: string }
  | {
      readonly about: 'company'
      readonly topic: CompanyTopic
      readonly by: string
      readonly policy: string
    }

const heardFacts = {
  ...documentFact.definitions,
  ...approvalFact.definitions,
  ...recurrenceFact.definitions,
  ...executionFact.definitions,
  ...noticeFact.definitions,
  ...providerFact.definitions,
  ...delegationFact.definitions,
  ...projectFact.definitions,
  ...appointmentFact.definitions,
  ...identityFact.definitions,
}
type HeardFacts = typeof heardFacts

const order = (topic: OrderTopic, who: Partial<Pick<OrderNotice, 'by' | 'to' | 'holders'>> = {}) =>
  ({ about: 'order', topic, by: null, to: null, holders: null, ...who }) as const

const asked = order('approval.requested')

const sent = ({ after }: { readonly after: { readonly state: DocumentState } }) =>
  after.state === 'blocked' ? order('document.blocked') : asked

/** The notice of a decision that changed the order's state. */
const decidedTopics: { readonly [state in DocumentState]?: OrderTopic } = {
  approved: 'document.approved',
  rejected: 'document.rejected',
  returned: 'document.returned',
}

/** The actor has appointed themself, which the other administrators and the client learn. */
const selfAppointed = (actorId: string | null, before: readonly string[], after: readonly string[]) =>
  actorId !== null && after.includes(actorId) && !before.includes(actorId)
    ? ({ about: 'project', topic: 'project.self_appointed', by: actorId } as const)
    : null

const mayApprove = ({ userId, permissions }: { userId: string; permissions: readonly string[] }) =>
  permissions.includes('approve') ? [userId] : []

const notices: AnswersOf<HeardFacts, 'notices', Notice | null> = {
  'document.submitted': sent,
  'document.resubmitted': sent,
  'document.sent_back': () => order('document.returned'),
  'document.cancelled': () => order('document.cancelled'),
  // Already blocked, now for another cause: nobody learns it again.
  'document.blocked': ({ before }) => (before.state === 'blocked' ? null : order('document.blocked')),
  'document.unblocked': () => asked,
  'document.delivered': () => order('document.delivered'),
  'approval.decided': ({ before, after }) => {
    const topic = before.state === after.state ? undefined : decidedTopics[after.state]
    if (topic) return order(topic)
    return after.openedTurn === null ? null : asked
  },
  'approval.taken_back': ({ actorId }) => order('document.reopened', { by: actorId }),
  'approval.reassigned': ({ after }) => (after.isOpen ? { ...asked, to: after.approverId } : null),
  'recurrence.made': ({ kind, actorId }) => order(kind, { by: actorId }),
  'recurrence.stopped': ({ kind }) => order(kind),
  'approval.overdue': ({ after }) => order('approval.overdue', { holders: after.holders }),
  'execution.confirmed': () => order('execution.confirmed'),
  'execution.rejected': () => order('execution.rejected'),
  'execution.retried': () => order('execution.retried'),
  'execution.received': ({ actorId }) => order('execution.received', { by: actorId }),
  'execution.disputed': ({ actorId }) => order('execution.disputed', { by: actorId }),
  'execution.dispute_resolved': ({ actorId }) => order('execution.dispute_resolved', { by: actorId }),
  'provider.bank_change_asked': ({ actorId }) => ({
    about: 'provider',
    topic: 'provider.bank_change_requested',
    askedBy: actorId ?? '',
  }),
  'provider.bank_changed': ({ kind, after }) => ({ about: 'provider', topic: kind, askedBy: after.askedBy }),
  'provider.bank_change_rejected': ({ kind, after }) => ({
    about: 'provider',
    topic: kind,
    askedBy: after.askedBy,
  }),
  'delegation.made': ({ kind, actorId }) => ({ about: 'delegation', topic: kind, by: actorId }),
  'delegation.ended': ({ kind, actorId }) => ({ about: 'delegation', topic: kind, by: actorId }),
  'project.created': ({ actorId, after }) => selfAppointed(actorId, [], after.approvers),
  'project.people_appointed': ({ actorId, before, after }) =>
    selfAppointed(actorId, before.approvers, after.approvers),
  'project.permissions_changed': ({ actorId, before, after }) =>
    selfAppointed(actorId, mayApprove(before), mayApprove(after)),
  'company.second_factor_changed': ({ kind, actorId, after }) => ({
    about: 'company',
    topic: kind,
    by: actorId ?? '',
    policy: after.policy,
  }),
}

export const noticeFromFact = (fact: RecordedFact): Notice | null => answerTo(notices, fact)

/** Facts that may bring somebody a task, of which a mail tells. */
const mailed: AnswersOf<HeardFacts, 'mails', Notice | null> = {
  'document.submitted': notices['document.submitted'],
  'document.resubmitted': notices['document.resubmitted'],
  'document.unblocked': notices['document.unblocked'],
  'approval.decided': notices['approval.decided'],
  'approval.reassigned': notices['approval.reassigned'],
  'execution.retried': notices['execution.retried'],
}

export const mailedNoticeFromFact = (fact: RecordedFact): Notice | null => answerTo(mailed, fact)
