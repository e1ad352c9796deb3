/** Outcomes of an order that whoever asked for it is mailed. Nobody is mailed what they did themselves. */
import type { OutcomeKind } from '#features/notices/rules/reminders.ts'
import type { OrderTopic } from '#features/notices/rules.ts'

/** Kind of mail of each outcome: a person may do without either kind. */
export const outcomeKindByTopic = {
  'document.approved': 'approved',
  'document.rejected': 'rejected',
  'document.returned': 'rejected',
  'execution.confirmed': 'paid',
  'execution.payment_returned': 'unpaid',
  'execution.rejected': 'unpaid',
  'execution.disputed': 'disputed',
} as const satisfies { readonly [topic in OrderTopic]?: OutcomeKind }
export type OutcomeTopic = keyof typeof outcomeKindByTopic

/** Outcomes of a payment: its provider hears of them by a mail of its own, even of an order that it asked for itself. */
export const paymentTopics = [
  'execution.confirmed',
  'execution.payment_returned',
] as const satisfies readonly OutcomeTopic[]
