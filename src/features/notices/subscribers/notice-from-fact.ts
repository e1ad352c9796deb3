/** Notice of each kind of fact: its topic, and the person who caused it; null where a fact brings no notice. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { approvalFact } from '#features/approvals/facts.ts'
import { commentFact } from '#features/comments/facts.ts'
import { companyFact } from '#features/companies/facts.ts'
import { delegationFact } from '#features/delegations/facts.ts'
import { documentFact } from '#features/documents/facts.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { batchFact, executionFact } from '#features/executions/facts.ts'
import { identityFact } from '#features/identity/facts.ts'
import { invoiceFact } from '#features/invoices/facts.ts'
import { mailboxFact } from '#features/mailboxes/facts.ts'
import { noticeFact } from '#features/notices/facts.ts'
import type {
  BatchTopic,
  CompanyTopic,
  DelegationTopic,
  InvoiceTopic,
  OrderTopic,
  ProjectTopic,
  ProviderTopic,
} from '#features/notices/rules.ts'
import { projectFact } from '#features/projects/facts.ts'
import { providerFact } from '#features/providers/facts.ts'
import { recurrenceFact } from '#features/recurrences/facts.ts'
import { stepUpFact } from '#features/step-up/facts.ts'
import { webhookFact } from '#features/webhooks/facts.ts'
import { type AnswersOf, answerTo, type RecordedFact } from '#kernel/fact.ts'

export type OrderNotice = {
  readonly about: 'order'
  readonly topic: OrderTopic
  /** Person who is not notified, because they caused the fact. */
  readonly by: string | null
  /** Only person to notify; null for the topic's whole audience. */
  readonly to: string | null
  /** Names of the people for whom the order waits; of a deputy who was refused, their name and the reason. */
  readonly holders: string | null
  /** Numbers of the stages whose people are told; null where the topic is about the whole order. */
  readonly stages: readonly string[] | null
}

export type Notice =
  | OrderNotice
  | {
      readonly about: 'provider'
      readonly topic: ProviderTopic
      readonly askedBy: string
      /**
       * Person who confirmed another account in place of one, and is not told of it; absent where none was replaced.
       * `providerId`: the provider whose account it is, where it is another's.
       */
      readonly replaced?: { readonly by: string | null; readonly providerId?: string }
    }
  | { readonly about: 'delegation'; readonly topic: DelegationTopic; readonly by: string | null }
  | { readonly about: 'project'; readonly topic: ProjectTopic; readonly by: string }
  | {
      readonly about: 'company'
      readonly topic: CompanyTopic
      /** Null when the program itself did it. */
      readonly by: string | null
      /** Value of the setting since then; of a webhook, its description; of a mailbox, its server. */
      readonly policy: string
    }
  | { readonly about: 'batch'; readonly topic: BatchTopic; readonly by: string | null }
  | { readonly about: 'invoice'; readonly topic: InvoiceTopic }
  | { readonly about: 'comment'; readonly commentId: string }

const facts = {
  ...documentFact.definitions,
  ...approvalFact.definitions,
  ...recurrenceFact.definitions,
  ...commentFact.definitions,
  ...invoiceFact.definitions,
  ...executionFact.definitions,
  ...batchFact.definitions,
  ...companyFact.definitions,
  ...noticeFact.definitions,
  ...providerFact.definitions,
  ...delegationFact.definitions,
  ...projectFact.definitions,
  ...appointmentFact.definitions,
  ...identityFact.definitions,
  ...webhookFact.definitions,
  ...mailboxFact.definitions,
  ...stepUpFact.definitions,
}
type Facts = typeof facts

const documentNotice = (topic: OrderTopic, who: Partial<Omit<OrderNotice, 'about' | 'topic'>> = {}) =>
  ({ about: 'order', topic, by: null, to: null, holders: null, stages: null, ...who }) as const

const approvalRequested = documentNotice('approval.requested')

const submission = ({ after }: { readonly after: { readonly state: DocumentState } }) =>
  after.state === 'blocked' ? documentNotice('document.blocked') : approvalRequested

/** Topic of a decision that changed the order's state, by the new state. */
const topicByState: { readonly [state in DocumentState]?: OrderTopic } = {
  approved: 'document.approved',
  rejected: 'document.rejected',
  returned: 'document.returned',
}

/** Notice that the actor has appointed themself as approver; null when they have not. */
const selfAppointed = (actorId: string | null, before: readonly string[], after: readonly string[]) =>
  actorId !== null && after.includes(actorId) && !before.includes(actorId)
    ? ({ about: 'project', topic: 'project.self_appointed', by: actorId } as const)
    : null

/** The person as a list of approvers: empty without the permission. */
const approversIn = ({ userId, permissions }: { userId: string; permissions: readonly string[] }) =>
  permissions.includes('approve') ? [userId] : []

const notices: AnswersOf<Facts, 'notices', Notice | null> = {
  'document.submitted': submission,
  'document.resubmitted': submission,
  'document.sent_back': () => documentNotice('document.returned'),
  'document.cancelled': () => documentNotice('document.cancelled'),
  // Already blocked, now for another cause: nobody learns it again.
  'document.blocked': ({ before }) =>
    before.state === 'blocked' ? null : documentNotice('document.blocked'),
  'document.unblocked': () => approvalRequested,
  'document.delivered': () => documentNotice('document.delivered'),
  'approval.decided': ({ before, after }) => {
    const topic = before.state === after.state ? undefined : topicByState[after.state]
    if (topic) return documentNotice(topic)
    return after.openedTurn === null ? null : approvalRequested
  },
  'approval.taken_back': ({ actorId }) => documentNotice('document.reopened', { by: actorId }),
  'approval.reassigned': ({ after }) =>
    after.isOpen ? { ...approvalRequested, to: after.approverId } : null,
  'approval.forced': ({ actorId, after }) =>
    documentNotice('approval.overridden', { by: actorId, stages: after.forcedStages }),
  'document.approver_added': ({ after }) => ({ ...approvalRequested, to: after.approverId }),
  'approval.deputy_seated': ({ after }) =>
    documentNotice('approval.deputy_asked', { to: after.approverId, holders: after.waiting }),
  'approval.deputy_refused': ({ after }) =>
    documentNotice('approval.deputy_refused', {
      holders: after.approver === null ? null : `${after.approver} ${after.told}`,
    }),
  'recurrence.made': ({ kind, actorId }) => documentNotice(kind, { by: actorId }),
  'recurrence.stopped': ({ kind }) => documentNotice(kind),
  'comment.added': ({ after }) => ({ about: 'comment', commentId: after.commentId }),
  'comment.asked': ({ after }) => ({ about: 'comment', commentId: after.commentId }),
  'comment.answered': ({ after }) => ({ about: 'comment', commentId: after.commentId }),
  'approval.overdue': ({ after }) => documentNotice('approval.overdue', { holders: after.holders }),
  'execution.confirmed': () => documentNotice('execution.confirmed'),
  'execution.payment_returned': ({ actorId }) =>
    documentNotice('execution.payment_returned', { by: actorId }),
  'execution.rejected': () => documentNotice('execution.rejected'),
  'execution.retried': () => documentNotice('execution.retried'),
  'execution.received': ({ actorId }) => documentNotice('execution.received', { by: actorId }),
  'execution.disputed': ({ actorId }) => documentNotice('execution.disputed', { by: actorId }),
  'execution.dispute_resolved': ({ actorId }) =>
    documentNotice('execution.dispute_resolved', { by: actorId }),
  'batch.created': ({ actorId, after }) =>
    after.needsRelease ? { about: 'batch', topic: 'batch.release_requested', by: actorId } : null,
  'batch.released': ({ kind, actorId }) => ({ about: 'batch', topic: kind, by: actorId }),
  'invoice.ordered': ({ kind }) => ({ about: 'invoice', topic: kind }),
  'invoice.refused': ({ kind }) => ({ about: 'invoice', topic: kind }),
  'provider.bank_change_asked': ({ actorId }) => ({
    about: 'provider',
    topic: 'provider.bank_change_requested',
    askedBy: actorId ?? '',
  }),
  'provider.bank_changed': ({ kind, actorId, before, after }) => ({
    about: 'provider',
    topic: kind,
    askedBy: after.askedBy,
    ...(before.iban === null || before.iban === after.iban ? {} : { replaced: { by: actorId } }),
  }),
  'provider.bank_change_rejected': ({ kind, after }) => ({
    about: 'provider',
    topic: kind,
    askedBy: after.askedBy,
  }),
  'provider.merged': ({ kind, actorId, after }) => ({
    about: 'provider',
    topic: kind,
    askedBy: actorId ?? '',
    ...(after.replacesAccount ? { replaced: { by: actorId, providerId: after.into } } : {}),
  }),
  'delegation.made': ({ kind, actorId }) => ({ about: 'delegation', topic: kind, by: actorId }),
  'delegation.ended': ({ kind, actorId }) => ({ about: 'delegation', topic: kind, by: actorId }),
  'project.created': ({ actorId, after }) => selfAppointed(actorId, [], after.approvers),
  'project.people_appointed': ({ actorId, before, after }) =>
    selfAppointed(actorId, before.approvers, after.approvers),
  'project.permissions_changed': ({ actorId, before, after }) =>
    selfAppointed(actorId, approversIn(before), approversIn(after)),
  'company.second_factor_changed': ({ kind, actorId, after }) => ({
    about: 'company',
    topic: kind,
    by: actorId ?? '',
    policy: after.policy,
  }),
  'company.batch_release_changed': ({ kind, actorId, after }) => ({
    about: 'company',
    topic: kind,
    by: actorId ?? '',
    policy: after.batchReleaseFromMinor,
  }),
  'company.step_up_changed': ({ kind, actorId, after: { from } }) => ({
    about: 'company',
    topic: kind,
    by: actorId ?? '',
    policy: from === null ? '' : `${from.minor} ${from.currency}`,
  }),
  'webhook.switched_off': ({ after }) => ({
    about: 'company',
    topic: 'company.webhook_switched_off',
    by: null,
    policy: after.description,
  }),
  'mailbox.failing': ({ after }) => ({
    about: 'company',
    topic: 'company.mailbox_failing',
    by: null,
    policy: after.host,
  }),
}

export const noticeFromFact = (fact: RecordedFact): Notice | null => answerTo(notices, fact)

/** Facts that may bring somebody a task, of which a mail tells. */
const mailedNotices: AnswersOf<Facts, 'mails', Notice | null> = {
  'document.submitted': notices['document.submitted'],
  'document.resubmitted': notices['document.resubmitted'],
  'document.unblocked': notices['document.unblocked'],
  'approval.decided': notices['approval.decided'],
  'approval.reassigned': notices['approval.reassigned'],
  'document.approver_added': notices['document.approver_added'],
  'approval.deputy_seated': notices['approval.deputy_seated'],
  'execution.retried': notices['execution.retried'],
  'comment.asked': notices['comment.asked'],
}

export const mailedNoticeFromFact = (fact: RecordedFact): Notice | null => answerTo(mailedNotices, fact)
