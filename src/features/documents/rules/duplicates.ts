/**
 * Possible duplicates: orders that look like one order made twice. Paying an invoice a second time is the
 * dearest mistake of this product, and people make it in good faith: so a likeness never forbids an order, it
 * asks for a reason.
 */
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import type { Money } from '#kernel/money.ts'

/**
 * Half a month, in days: a monthly bill comes again after more than that, an order that two people file twice
 * within it.
 */
export const duplicateDays = 15

/** States of an order that came to nothing: another order cannot repeat it. */
export const deadStates = ['rejected', 'cancelled'] as const satisfies readonly DocumentState[]

export type Likeness = 'invoice' | 'amount'

export type Comparable = {
  /** Null for an order that has not been made yet. */
  readonly id: string | null
  readonly type: DocumentType
  /** Recipient of the money: providers with one tax id count as one payee. */
  readonly payee: string
  /** Null until an amount is entered. */
  readonly amount: Money | null
  /** Key that `invoiceKeyFrom` makes. */
  readonly invoiceKey: string | null
  /** A credit note repeats another one, and never the order that it reduces. */
  readonly isCreditNote: boolean
  readonly state: DocumentState
  readonly submittedAt: Date
}

/** Likenesses of two orders of one company; empty when they cannot be duplicates. */
export function findLikenesses(one: Comparable, other: Comparable): readonly Likeness[] {
  const isSelf = one.id !== null && one.id === other.id
  if (isSelf || one.type !== other.type || one.payee !== other.payee) return []
  if (one.isCreditNote !== other.isCreditNote) return []
  if (isDead(one) || isDead(other)) return []
  const likenesses: Likeness[] = []
  if (one.invoiceKey !== null && one.invoiceKey === other.invoiceKey) likenesses.push('invoice')
  if (hasSameAmount(one, other) && areNear(one, other)) likenesses.push('amount')
  return likenesses
}

const isDead = ({ state }: Comparable): boolean => deadStates.some(dead => dead === state)

const hasSameAmount = ({ amount: one }: Comparable, { amount: other }: Comparable): boolean =>
  one !== null && other !== null && one.minor === other.minor && one.currency === other.currency

const areNear = (one: Comparable, other: Comparable): boolean =>
  Math.abs(one.submittedAt.getTime() - other.submittedAt.getTime()) <= duplicateDays * 86_400_000

/**
 * Comparison key of an invoice's number: without case, accents, spaces, punctuation and leading zeros of a
 * figure, so that «F-2026/0014» and «f 2026 14» are equal. Null when nothing remains to compare.
 */
export function invoiceKeyFrom(number: string | null): string | null {
  const words = (number ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const runs = words.match(/\p{N}+|[^\p{N}]+/gu) ?? []
  const key = runs.map(run => run.replace(/^0+(?=\p{N})/u, '').replace(/[^\p{L}\p{N}]/gu, '')).join('')
  return key === '' ? null : key
}
