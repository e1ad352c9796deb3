// Money between a bank and its company, for tests that live at random: money that moved, what files told of it, orders
// with their payments, and batches.
import { expect } from 'vitest'
import type { OpenLineWire } from '#features/bank/wire.ts'
import type { startBankDesk } from '#tests/support/bank-desk.ts'
import { type CamtEntry, camtFile, n43File } from '#tests/support/bank-files.ts'
import { batchesOf, creditorIban } from '#tests/support/batches.ts'
import { dayFromToday } from '#tests/support/days.ts'

/** One movement of the account, below zero when the money left. `id`: from 1. */
export type Movement = {
  readonly id: number
  readonly minor: number
  readonly endToEndId: string | null
  readonly isReturn: boolean
}

export type TellingFormat = 'camt053' | 'norma43'

const today = dayFromToday()
const short = today.replaceAll('-', '').slice(2)

/** Statement of these movements, in this order. */
export function statementOf(format: TellingFormat, movements: readonly Movement[]): Buffer {
  if (format === 'camt053') return camtFile({ entries: movements.map(camtEntry) })
  const lines = movements.map(({ id, minor, endToEndId, isReturn }) => ({
    minor,
    on: short,
    concept: isReturn ? '14' : '04',
    document: String(id),
    texts: [endToEndId ?? `TRANSFERENCIA ${creditorIban}`],
  }))
  return n43File([{ from: short, to: short, lines }])
}

const camtEntry = ({ id, minor, endToEndId, isReturn }: Movement): CamtEntry => ({
  amount: (Math.abs(minor) / 100).toFixed(2),
  side: minor < 0 ? 'DBIT' : 'CRDT',
  on: today,
  reference: `M${id}`,
  parts: [
    {
      iban: creditorIban,
      name: 'Gruas',
      ...(endToEndId === null ? {} : { endToEndId }),
      ...(isReturn ? { returned: 'AC04' } : {}),
    },
  ],
})

export type Payment = {
  readonly number: number
  readonly minor: number
  /** Number of times that it was made. */
  made: number
  /** True while it was made and has not come back. */
  stands: boolean
  /** Identifier under which it was last sent to the bank. */
  sentAs: string | null
}

export type Order = {
  readonly id: string
  readonly payments: readonly Payment[]
  isRejected: boolean
  /** Batch in which its next payment waits. */
  batch: Batch | null
  /** Credit notes that reduce it, all of them approved. */
  readonly notes: CreditNote[]
}

export type CreditNote = { readonly id: string; readonly minor: number; isApplied: boolean }

export type Batch = {
  readonly id: string
  /** Who made it, of two people. */
  readonly maker: number
  readonly items: readonly { readonly order: Order; readonly payment: Payment }[]
  isReleased: boolean
  isDownloaded: boolean
  isCancelled: boolean
  /** True once one of its payments was made, or given back. */
  isBegun: boolean
}

export const isPaid = ({ payments }: Order): boolean => payments.every(({ stands }) => stands)

export const nextPayment = ({ payments }: Order): Payment | undefined =>
  payments.find(({ stands }) => !stands)

/** True when the order's next payment may be made by hand or enter a batch. */
export const isPayable = (order: Order): boolean =>
  !isPaid(order) && !order.isRejected && order.batch === null

const sumOf = (some: readonly { readonly minor: number }[]): number =>
  some.reduce((sum, { minor }) => sum + minor, 0)

/** Rest of an order that no credit note takes. */
export const leftOf = ({ payments, notes }: Order): number => sumOf(payments) - sumOf(notes)

/** Amount that was paid of an order and was not given back. */
export const keptOf = ({ payments, notes }: Order): number =>
  sumOf(payments.filter(({ stands }) => stands)) - sumOf(notes.filter(({ isApplied }) => isApplied))

/** Writes that a payment was made, and that its order left its batch with it. */
export function pay(order: Order, payment: Payment): void {
  if (payment.stands) throw new Error(`${order.id} ${payment.number} was paid twice`)
  payment.stands = true
  payment.made += 1
  if (order.batch) order.batch.isBegun = true
  order.batch = null
}

/** Writes that a payment came back. */
export function bringBack(order: Order, payment: Payment): void {
  if (!payment.stands) throw new Error(`${order.id} ${payment.number} came back twice`)
  payment.stands = false
}

/** Writes that the bank rejected a payment that waits in a batch. */
export function reject(order: Order): void {
  if (!order.batch) throw new Error(`${order.id} waits in no batch`)
  order.batch.isBegun = true
  order.batch = null
  order.isRejected = true
}

/** Amounts of so many payments that add up to an amount, none as much as another. */
export function partsOf(minor: number, count: number): number[] {
  const first = Array.from({ length: count - 1 }, (_, index) => Math.floor(minor / count) + index)
  return [...first, first.reduce((rest, part) => rest - part, minor)]
}

type Bank = Awaited<ReturnType<typeof startBankDesk>>
type Company = Awaited<ReturnType<Bank['company']>>

export type Move =
  | { readonly do: 'order'; readonly minor: number; readonly parts: number }
  | { readonly do: 'pay' | 'bounce'; readonly at: number }
  | { readonly do: 'batch'; readonly at: readonly number[]; readonly maker: number }
  | { readonly do: 'release'; readonly at: number; readonly who: number }
  | { readonly do: 'send' | 'confirm' | 'cancel'; readonly at: number }
  | { readonly do: 'retry'; readonly at: number }
  /** A credit note of an order is asked for and approved; one is confirmed. */
  | { readonly do: 'note'; readonly at: number; readonly minor: number }
  | { readonly do: 'apply'; readonly at: number }
  /** The bank moves money of which nobody told it, of an amount that an order has or that none has. */
  | { readonly do: 'move'; readonly at: number; readonly isBack: boolean }
  | { readonly do: 'import'; readonly format: TellingFormat; readonly at: readonly number[] }
  | { readonly do: 'settle'; readonly count: number }
  | { readonly do: 'again' }
  | { readonly do: 'reopen' }
  | { readonly do: 'explain'; readonly at: number }

/** The one at a place, counted from the last; the places go round. */
export const pick = <T>(all: readonly T[], place: number): T | undefined =>
  all.at(-1 - (place % (all.length || 1)))

export const lineKey = ({ id }: Movement, as: TellingFormat) => `${as} ${id}`

/** A company, its bank, and what was done there. */
export class Life {
  readonly orders: Order[] = []
  readonly batches: Batch[] = []
  readonly money: Movement[] = []
  readonly files = new Set<string>()
  readonly told = new Set<string>()
  readonly explained: string[] = []
  /** Lines as somebody saw them before they were settled. */
  stale: readonly OpenLineWire[] = []
  /** Kinds of moves that were done, and not refused. */
  readonly done = new Set<Move['do']>()

  readonly bank: Bank
  readonly company: Company
  /** Sessions of two people who execute. */
  readonly hands: readonly [string, string]

  constructor(bank: Bank, company: Company, hands: readonly [string, string]) {
    this.bank = bank
    this.company = company
    this.hands = hands
  }

  get post() {
    return this.company.desk.orders.post
  }
  get acts() {
    return batchesOf(this.bank.app, this.company.cast, () => [])
  }
  hand(who: number): string {
    return this.hands[who === 0 ? 0 : 1]
  }
  payments(): { order: Order; payment: Payment }[] {
    return this.orders.flatMap(order => order.payments.map(payment => ({ order, payment })))
  }
  notes(): { order: Order; note: CreditNote }[] {
    return this.orders.flatMap(order => order.notes.map(note => ({ order, note })))
  }
  find(documentId: string, number: number) {
    const found = this.payments().find(each => each.order.id === documentId && each.payment.number === number)
    if (!found) throw new Error(`${documentId} ${number} is no payment`)
    return found
  }
  moved(minorMoved: number, endToEndId: string | null, isReturn: boolean): void {
    this.money.push({ id: this.money.length + 1, minor: minorMoved, endToEndId, isReturn })
  }
  /** Holds the answer of a move against what the policy says of it. */
  expectAnswer(what: Move['do'], isExpected: boolean, { status, body }: { status: number; body: unknown }) {
    expect([what, status], JSON.stringify(body)).toEqual([what, isExpected ? 200 : 409])
    if (isExpected) this.done.add(what)
  }
}
