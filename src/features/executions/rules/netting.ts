/**
 * Netting (compensación): a credit note reduces the transfer of one payment in a batch, to the same provider for the same
 * client. What is transferred stays above zero. It is executed with that payment, and waits again when that comes back.
 */
import { type ExecutionFacts, type ExecutionRefusal, executionAbilities } from '#features/executions/rules.ts'
import type { Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Currency, minorToText } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type NettingRefusal =
  | ExecutionRefusal
  | 'sample_company'
  | 'not_euros'
  | 'not_a_credit_note'
  | 'credit_note_twice'
  | 'credit_note_alone'
  | 'other_payee'
  | 'nothing_to_transfer'
  | 'credits_unpaid'

/** Permission to net the credit note in a batch: whoever could confirm it by hand, in euros. */
export function mayNet(
  actor: Actor,
  note: ExecutionFacts & { readonly currency: Currency },
  standing: Standing,
): true | Refusal<NettingRefusal> {
  return firstRefusal<NettingRefusal>(
    actor.isSample ? refuse('sample_company') : true,
    executionAbilities(actor, note, standing).confirm,
    note.type === 'gasto' && note.isCreditNote ? true : refuse('not_a_credit_note'),
    note.currency === 'EUR' ? true : refuse('not_euros', { currency: note.currency }),
  )
}

/** Credit note of a batch; amounts in minor units. */
export type Note = {
  readonly id: string
  readonly creditedId: string
  readonly providerId: string
  readonly clientId: string
  readonly amountMinor: bigint
  readonly chargeMinor: bigint
  /** Charge of what was paid of the order that it reduces, and not given back. */
  readonly keptMinor: bigint
}

/** Payment of a batch. */
export type ReducedPayment = {
  readonly id: string
  readonly providerId: string
  readonly clientId: string
  readonly amountMinor: bigint
  readonly chargeMinor: bigint
}

/** A credit note and the order whose payment it reduces. */
export type NettingPair = { readonly creditNoteId: string; readonly documentId: string }

type Paired<N> = { readonly note: N; readonly payment: ReducedPayment }

/** Credit notes that reduce each payment, by its order; refused where one of them may not, or nothing would be transferred. */
export function nettings<N extends Note>(
  payments: readonly ReducedPayment[],
  notes: readonly N[],
  pairs: readonly NettingPair[],
): ReadonlyMap<string, readonly N[]> | Refusal<NettingRefusal> {
  const paired: Paired<N>[] = []
  for (const { creditNoteId, documentId } of pairs.toSorted(byCreditNote)) {
    const note = notes.find(({ id }) => id === creditNoteId)
    const payment = payments.find(({ id }) => id === documentId)
    if (paired.some(each => each.note === note)) return refuse('credit_note_twice', { order: creditNoteId })
    if (!note || !payment) return refuse('credit_note_alone', { order: creditNoteId })
    if (!isForSame(note, payment)) return refuse('other_payee', { order: creditNoteId })
    paired.push({ note, payment })
  }
  const groups = Map.groupBy(paired, ({ payment }) => payment.id)
  const sound = firstRefusal<NettingRefusal>(
    ...[...groups.values()].map(mayTransfer),
    ...[...Map.groupBy(paired, ({ note }) => note.creditedId).values()].map(mayGiveBack),
  )
  if (sound !== true) return sound
  return new Map([...groups].map(([id, group]) => [id, group.map(({ note }) => note)]))
}

const byCreditNote = (one: NettingPair, other: NettingPair): number =>
  one.creditNoteId < other.creditNoteId ? -1 : 1

type ForWhom = Pick<ReducedPayment, 'providerId' | 'clientId'>

/** True when both are of one provider and one client: nobody's credit pays what somebody else owes. */
export const isForSame = (note: ForWhom, payment: ForWhom): boolean =>
  note.providerId === payment.providerId && note.clientId === payment.clientId

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n)

/** Refuses credit notes of one payment that leave nothing of it to transfer. */
function mayTransfer(group: readonly Paired<Note>[]): true | Refusal<NettingRefusal> {
  const [first] = group
  const taken = sum(group.map(({ note }) => note.amountMinor))
  if (!first || taken < first.payment.amountMinor) return true
  return refuse('nothing_to_transfer', { order: first.payment.id })
}

/**
 * Refuses credit notes of one order that give back what it has not used: against a payment of another order, more than was
 * paid of it; against its own payment, more than that payment uses.
 */
function mayGiveBack(group: readonly Paired<Note>[]): true | Refusal<NettingRefusal> {
  const [first] = group
  if (!first) return true
  const isOwn = ({ note, payment }: Paired<Note>) => note.creditedId === payment.id
  const charges = (which: readonly Paired<Note>[]) => sum(which.map(({ note }) => note.chargeMinor))
  const own = group.filter(isOwn)
  const others = group.filter(pair => !isOwn(pair))
  const ownLimit = own[0]?.payment.chargeMinor ?? 0n
  return charges(own) <= ownLimit && charges(others) <= first.note.keptMinor
    ? true
    : refuse('credits_unpaid', { order: first.note.id })
}

/** True when less was paid of its order than goes back: the credit note reduces the payment of that order alone. */
export const isOnlyWithItsOrder = ({
  chargeMinor,
  keptMinor,
}: Pick<Note, 'chargeMinor' | 'keptMinor'>): boolean => chargeMinor > keptMinor

/**
 * Payment that each chosen credit note reduces, those with no choice first and then the largest: that of its own order where
 * it fits, else the one of which most is left, as long as enough was paid of its own order. Those that fit nowhere are left
 * out.
 */
export function placeNotes(
  payments: readonly Omit<ReducedPayment, 'chargeMinor'>[],
  notes: readonly Note[],
): NettingPair[] {
  const left = new Map(payments.map(({ id, amountMinor }) => [id, amountMinor]))
  const kept = new Map(notes.map(({ creditedId, keptMinor }) => [creditedId, keptMinor]))
  const rest = ({ id }: { readonly id: string }): bigint => left.get(id) ?? 0n
  return notes.toSorted(boundAndLargestFirst).flatMap(note => {
    const fitting = payments.filter(
      payment =>
        isForSame(note, payment) &&
        (payment.id === note.creditedId || note.chargeMinor <= (kept.get(note.creditedId) ?? 0n)) &&
        note.amountMinor < rest(payment),
    )
    const [most] = fitting.toSorted((one, other) => (rest(one) < rest(other) ? 1 : -1))
    const payment = fitting.find(({ id }) => id === note.creditedId) ?? most
    if (!payment) return []
    left.set(payment.id, rest(payment) - note.amountMinor)
    if (payment.id !== note.creditedId)
      kept.set(note.creditedId, (kept.get(note.creditedId) ?? 0n) - note.chargeMinor)
    return [{ creditNoteId: note.id, documentId: payment.id }]
  })
}

function boundAndLargestFirst(one: Note, other: Note): number {
  const isBound = isOnlyWithItsOrder(one)
  if (isBound !== isOnlyWithItsOrder(other)) return isBound ? -1 : 1
  if (one.amountMinor !== other.amountMinor) return one.amountMinor < other.amountMinor ? 1 : -1
  return one.id.localeCompare(other.id)
}

/** Credit notes of a batch as the journal keeps them: `DOC-9 DOC-5 3000`, with the order whose payment each reduces. */
export const toldNotes = (
  notes: readonly (NettingPair & { readonly amountMinor: bigint })[],
): { readonly creditNotes?: readonly string[] } =>
  notes.length === 0
    ? {}
    : {
        creditNotes: notes.map(({ creditNoteId, documentId, amountMinor }) =>
          [creditNoteId, documentId, minorToText(amountMinor)].join(' '),
        ),
      }
