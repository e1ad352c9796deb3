/** Planned payments in words. */
import type { PlannedPayment } from '#features/providers/rules/payment-terms.ts'
import { formatDay } from '#kernel/day.ts'
import { type Currency, formatMoney, money } from '#kernel/money.ts'

/** '100,00 € el 31/12/2026; 50,00 € el 31/01/2027'; null for an order that plans nothing. */
export const paymentsText = (payments: readonly PlannedPayment[], currency: Currency): string | null =>
  payments.length === 0
    ? null
    : payments
        .map(
          ({ dueOn, amountMinor }) => `${formatMoney(money(amountMinor, currency))} el ${formatDay(dueOn)}`,
        )
        .join('; ')

/** 'Pagado en parte (1/3)'; null of an order of which no payment was made, or that is paid once. */
export const partlyPaidText = (payments: { readonly count: number; readonly made: number } | null) =>
  payments !== null && payments.made > 0 && payments.made < payments.count
    ? `Pagado en parte (${payments.made}/${payments.count})`
    : null
