/**
 * Which orders look like the same one made twice. Paying an invoice a second time is the dearest mistake there
 * is here, and a person makes it in good faith: so a likeness never forbids an order, it asks for a reason.
 */
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import type { Money } from '#kernel/money.ts'

/** Half a month: the same monthly bill comes again after it, and one that two people file comes within it. */
export const duplicateDays = 15

/** The states of an order that came to nothing: what looks like it repeats nothing. */
export const deadStates = ['rejected', 'cancelled'] as const satisfies readonly DocumentState[]

export type Likeness = 'invoice' | 'amount'

export type Comparable = {
  /** Null while it has none: it is being made. */
  readonly id: string | null
  readonly type: DocumentType
  /** Whom it is for: providers of one tax id are one. */
  readonly payee: string
  /** Null while it is not known. */
  readonly amount: Money | null
  /** As `invoiceKeyOf` writes it. */
  readonly invoiceKey: string | null
  readonly state: DocumentState
  readonly submittedAt: Date
}

/** In what two orders of one company look the same: in nothing when they cannot be the same one. */
export function likenessesOf(one: Comparable, other: Comparable): readonly Likeness[] {
  const isSelf = one.id !== null && one.id === other.id
  if (isSelf || one.type !== other.type || one.payee !== other.payee) return []
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
 * An invoice's number as it is compared: without case, accents, spaces, punctuation and the zeros that lead a
 * figure, so that «F-2026/0014» and «f 2026 14» are one. Null when nothing is left to compare.
 */
export function invoiceKeyOf(number: string | null): string | null {
  const words = (number ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const runs = words.match(/\p{N}+|[^\p{N}]+/gu) ?? []
  const key = runs.map(run => run.replace(/^0+(?=\p{N})/u, '').replace(/[^\p{L}\p{N}]/gu, '')).join('')
  return key === '' ? null : key
}
