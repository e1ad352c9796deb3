/** Sentences about planned payments that are wrong. */
import type { PaymentsFault, PaymentsProblem } from '#features/documents/rules/payments.ts'

const words: { readonly [fault in PaymentsFault]: (off: string, problem: PaymentsProblem) => string } = {
  does_not_add_up: (off, { offMinor }) =>
    `Los vencimientos no suman lo que se paga: ${offMinor > 0n ? 'sobran' : 'faltan'} ${off}.`,
  nothing_due: () => 'Cada vencimiento paga algo.',
  not_in_order: () => 'Los vencimientos van por orden de fecha.',
}

/** Sentence about what is wrong. `amountText`: words for a number of minor units above zero. */
export function paymentsIssue(problem: PaymentsProblem, amountText: (minor: bigint) => string): string {
  const { fault, offMinor } = problem
  return words[fault](amountText(offMinor < 0n ? -offMinor : offMinor), problem)
}
