/** Planned payments in a revision's content, as flat texts: '2026-12-31 10000' is 100,00 € due on the last of the year. */

import type { RevisionContent } from '#features/documents/rules/content.ts'
import type { PlannedPayment } from '#features/providers/rules/payment-terms.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'

/** Fields of the content: none for an order that plans nothing, whose digest stays as it always was. */
export const paymentsContent = (payments: readonly PlannedPayment[]): RevisionContent =>
  payments.length === 0
    ? {}
    : { payments: payments.map(({ dueOn, amountMinor }) => `${dueOn} ${minorToText(amountMinor)}`) }

export function paymentsFromContent({ payments }: RevisionContent): PlannedPayment[] {
  return Array.isArray(payments) ? payments.map(paymentFromText) : []
}

function paymentFromText(text: string): PlannedPayment {
  const [day = '', digits = ''] = text.split(' ')
  return { dueOn: knownDay(day), amountMinor: minorFromText(digits) }
}

function knownDay(text: string): Day {
  const day = dayFrom(text)
  if (day === null) throw new Error(`not a day: ${text}`)
  return day
}
