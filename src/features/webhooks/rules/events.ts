/**
 * Public events: the closed vocabulary in which other systems are told what happens. Names never change, because others
 * have written them into their programs; docs/webhooks.md says them all.
 */

export const eventGroups = {
  orders: [
    'order.submitted',
    'order.approved',
    'order.reopened',
    'order.returned',
    'order.withdrawn',
    'order.rejected',
    'order.blocked',
    'order.unblocked',
    'order.cancelled',
    'order.credited',
    'order.credit_reopened',
    'order.approver_added',
    'order.decision_forced',
  ],
  payments: [
    'order.executed',
    'order.execution_rejected',
    'order.execution_retried',
    'order.received',
    'order.disputed',
    'order.dispute_resolved',
    'payment.made',
    'payment.returned',
    'payment_batch.created',
    'payment_batch.released',
    'payment_batch.confirmed',
    'payment_batch.cancelled',
  ],
  invoices: ['invoice.received', 'invoice.ordered', 'invoice.refused'],
  parties: [
    'provider.created',
    'provider.changed',
    'provider.bank_account_changed',
    'provider.merged',
    'client.created',
    'client.changed',
  ],
  contracts: [
    'contract.created',
    'contract.changed',
    'contract.amended',
    'contract.status_changed',
    'cost_centre.created',
    'cost_centre.changed',
    'cost_centre.budget_set',
    'cost_centre.status_changed',
    'project.created',
    'project.changed',
  ],
  books: ['month.closed'],
} as const
export type EventGroup = keyof typeof eventGroups
export type PublicEvent = (typeof eventGroups)[EventGroup][number]

export const publicEvents: readonly PublicEvent[] = Object.values(eventGroups).flat()

/** The event of a test call, which nobody chooses. */
export const testEvent = 'webhook.test'

/** Subject of an event, which its first word says. */
export type EventSubject =
  | 'order'
  | 'payment_batch'
  | 'invoice'
  | 'provider'
  | 'client'
  | 'contract'
  | 'cost_centre'
  | 'project'
  | 'month'

const subjectByWord: { readonly [word: string]: EventSubject } = {
  order: 'order',
  payment: 'order',
  payment_batch: 'payment_batch',
  invoice: 'invoice',
  provider: 'provider',
  client: 'client',
  contract: 'contract',
  cost_centre: 'cost_centre',
  project: 'project',
  month: 'month',
}

export function subjectFrom(event: PublicEvent): EventSubject {
  const subject = subjectByWord[event.split('.')[0] ?? '']
  if (!subject) throw new Error(`${event} is about nothing`)
  return subject
}

type Content = { readonly [field: string]: unknown } | null
/** Public event of a fact: null when other systems are not told. Some depend on what the fact brought about. */
type Told = PublicEvent | null | ((after: Content) => PublicEvent | null)

const decided = (after: Content): PublicEvent | null => {
  const events: { readonly [state: string]: PublicEvent } = {
    approved: 'order.approved',
    rejected: 'order.rejected',
    returned: 'order.returned',
  }
  return events[String(after?.state)] ?? null
}

/**
 * Event that is told of each fact. Total: a test names the kind that is missing. Facts of people, sessions, settings,
 * exports and repairs stay in the journal, and so do steps of an approval between its beginning and its end, but for
 * those that change its route: one more approver, and a decision that an administrator forces.
 */
export const toldFacts: { readonly [kind: string]: Told } = {
  'document.submitted': 'order.submitted',
  'document.resubmitted': 'order.submitted',
  'document.withdrawn': 'order.withdrawn',
  'document.sent_back': 'order.returned',
  'document.cancelled': 'order.cancelled',
  'document.credited': 'order.credited',
  'document.credit_reopened': 'order.credit_reopened',
  'document.blocked': 'order.blocked',
  'document.unblocked': 'order.unblocked',
  'document.delivered': null,
  'document.certified': null,
  'certificate_archive.made': null,
  'document.approver_added': 'order.approver_added',
  'approval.decided': decided,
  'approval.undone': null,
  'approval.taken_back': 'order.reopened',
  'approval.reassigned': null,
  'approval.dropped': null,
  'approval.deputy_seated': null,
  'approval.deputy_refused': null,
  'approval.forced': 'order.decision_forced',
  'approval.overdue': null,
  // The last payment of an order executes it; each one before is told by itself.
  'execution.confirmed': after => (after?.state === 'executed' ? 'order.executed' : 'payment.made'),
  'execution.payment_returned': 'payment.returned',
  // Its order is told of it.
  'execution.credit_reopened': null,
  'execution.rejected': 'order.execution_rejected',
  'execution.retried': 'order.execution_retried',
  'execution.received': 'order.received',
  'execution.disputed': 'order.disputed',
  'execution.dispute_resolved': 'order.dispute_resolved',
  'execution.batched': null,
  'execution.unbatched': null,
  'batch.created': 'payment_batch.created',
  'batch.released': 'payment_batch.released',
  'batch.downloaded': null,
  'batch.confirmed': 'payment_batch.confirmed',
  'batch.cancelled': 'payment_batch.cancelled',
  'invoice.received': 'invoice.received',
  'invoice.ordered': 'invoice.ordered',
  'invoice.refused': 'invoice.refused',
  'invoice.alarm_explained': null,
  'provider.created': 'provider.created',
  'provider.changed': 'provider.changed',
  'provider.bank_change_asked': null,
  'provider.bank_changed': 'provider.bank_account_changed',
  'provider.merged': 'provider.merged',
  'provider.payee_checked': null,
  'provider.bank_change_rejected': null,
  'provider.bank_change_withdrawn': null,
  'client.created': 'client.created',
  'client.changed': 'client.changed',
  'client.providers_assigned': null,
  'contract.created': 'contract.created',
  'contract.changed': 'contract.changed',
  'contract.amended': 'contract.amended',
  'contract.status_changed': 'contract.status_changed',
  'contract.file_added': null,
  'contract.file_removed': null,
  'cost_centre.created': 'cost_centre.created',
  'cost_centre.changed': 'cost_centre.changed',
  'cost_centre.budget_set': 'cost_centre.budget_set',
  'cost_centre.deactivated': 'cost_centre.status_changed',
  'cost_centre.activated': 'cost_centre.status_changed',
  'project.created': 'project.created',
  'project.changed': 'project.changed',
  'project.people_appointed': null,
  'project.invited_passed_over': null,
  'project.permissions_changed': null,
  'closing.made': 'month.closed',
}

/** First words of facts of which other systems are never told. */
export const untoldWords = [
  'account',
  'bank_file',
  'bank_line',
  'comment',
  'company',
  'delegation',
  'directory',
  'exchange_rate',
  'file',
  'flow',
  'impersonation',
  'import',
  'ledger_accounts',
  'mailbox',
  'notices',
  'person',
  'recurrence',
  'session',
  'token',
  'webhook',
] as const

/** The public event of a fact; null when there is none. */
export function publicEventFrom(kind: string, after: Content): PublicEvent | null {
  const told = Object.hasOwn(toldFacts, kind) ? toldFacts[kind] : null
  return typeof told === 'function' ? told(after) : (told ?? null)
}
