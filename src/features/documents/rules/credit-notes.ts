/**
 * Credit notes (abonos): orders that reduce another order, with positive amounts. While one waits it asks nothing of the
 * contract; once it is executed, its charge goes back to it.
 */
import { deadStates } from '#features/documents/rules/duplicates.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { compare, formatMoney, type Money, money, subtract } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type CreditNoteRefusal =
  | 'credits_credit_note'
  | 'not_creditable'
  | 'nothing_left'
  | 'more_than_left'
  | 'not_of_credited'
  | 'more_than_paid'
  | 'credit_note'
  | 'paid_is_credited'

/** Amounts of an order, or what is left of them. */
export type Amounts = { readonly amount: Money; readonly charge: Money }

/** Sign with which an order counts in sums of orders. */
export const creditSign = (order: { readonly creditedId: string | null }): 1n | -1n =>
  order.creditedId === null ? 1n : -1n

/** Amount of an order as sums of orders count it: a credit note takes away. */
export const countedAmount = (
  { minor, currency }: Money,
  order: { readonly creditedId: string | null },
): Money => money(creditSign(order) * minor, currency)

/** Permission to reduce an order: one that is approved, partly paid or executed, and that is no credit note itself. */
export function mayCredit(order: {
  readonly state: DocumentState
  readonly creditedId: string | null
}): true | Refusal<CreditNoteRefusal> {
  return firstRefusal<CreditNoteRefusal>(
    order.creditedId === null ? true : refuse('credits_credit_note'),
    order.state === 'approved' || order.state === 'executed'
      ? true
      : refuse('not_creditable', { state: order.state }),
  )
}

/** Rest of an order once its credit notes are taken away; those that came to nothing take nothing. */
export function amountsLeft(
  order: Amounts,
  creditNotes: readonly (Amounts & { readonly state: DocumentState })[],
): Amounts {
  const live = creditNotes.filter(({ state }) => !deadStates.some(dead => dead === state))
  return {
    amount: live.reduce((left, { amount }) => subtract(left, amount), order.amount),
    charge: live.reduce((left, { charge }) => subtract(left, charge), order.charge),
  }
}

/** Refuses a credit note of more than is left of its order. */
export function fitsLeft(asked: Amounts, left: Amounts): true | Refusal<CreditNoteRefusal> {
  const isWithin = (part: keyof Amounts) => compare(asked[part], left[part]) <= 0
  return firstRefusal<CreditNoteRefusal>(
    isWithin('amount') ? true : refuse('more_than_left', { left: formatMoney(left.amount) }),
    isWithin('charge') ? true : refuse('more_than_left', { left: formatMoney(left.charge), isCharge: true }),
  )
}

/** Facts that a credit note has in common with its order. */
export type Tie = {
  readonly projectId: string
  readonly contractId: string
  readonly type: string
  readonly providerId: string
}

/** Refuses a credit note that is of another project, contract, type or provider than its order. */
export const sameTie = (
  asked: Tie,
  credited: Tie & { readonly id: string },
): true | Refusal<CreditNoteRefusal> =>
  asked.projectId === credited.projectId &&
  asked.contractId === credited.contractId &&
  asked.type === credited.type &&
  asked.providerId === credited.providerId
    ? true
    : refuse('not_of_credited', { credited: credited.id })

/**
 * Refuses to execute a credit note while less was paid of its order than goes back: the contract has used no more.
 * `kept`: charge of what was paid and not given back.
 */
export const maySettle = (charge: Money, kept: Money): true | Refusal<CreditNoteRefusal> =>
  compare(charge, kept) <= 0 ? true : refuse('more_than_paid', { kept: formatMoney(kept) })

/** Refuses the return of a payment that a credit note has given back already. */
export const mayComeBack = (charge: Money, kept: Money): true | Refusal<CreditNoteRefusal> =>
  compare(charge, kept) <= 0 ? true : refuse('paid_is_credited')
