import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Comparable,
  duplicateDays,
  findLikenesses,
  invoiceKeyFrom,
} from '#features/documents/rules/duplicates.ts'
import { money } from '#kernel/money.ts'

const order: Comparable = {
  id: 'DOC-001',
  type: 'gasto',
  payee: 'PRV-001',
  state: 'in_approval',
  amount: money(10000n, 'EUR'),
  invoiceKey: 'f14',
  isCreditNote: false,
  submittedAt: new Date('2026-11-01T10:00:00Z'),
}
const other = (over: Partial<Comparable> = {}): Comparable => ({ ...order, id: 'DOC-002', ...over })
const later = (ms: number) => new Date(order.submittedAt.getTime() + ms)
const window = duplicateDays * 86_400_000

describe('two orders look like one', () => {
  it('when they pay the same invoice, however long after and whatever the amount', () => {
    const late = other({ amount: money(1n, 'USD'), submittedAt: later(window * 50) })
    expect(findLikenesses(order, late)).toEqual(['invoice'])
  })

  it('when they ask for the same amount within half a month, to the millisecond', () => {
    const near = (ms: number) => findLikenesses(order, other({ invoiceKey: null, submittedAt: later(ms) }))
    expect([-window - 1, -window, 0, window, window + 1].map(ms => near(ms).length)).toEqual([0, 1, 1, 1, 0])
  })

  it.each<[string, Partial<Comparable>]>([
    ['of another provider', { payee: 'PRV-002' }],
    ['of another type', { type: 'emision' }],
    ['rejected', { state: 'rejected' }],
    ['cancelled', { state: 'cancelled' }],
    ['itself', { id: 'DOC-001' }],
  ])('but not %s', (_, over) => {
    expect(findLikenesses(order, other(over))).toEqual([])
    expect(findLikenesses(other(over), order)).toEqual([])
  })

  it('not by an amount in another currency, nor by an invoice that neither has', () => {
    expect(findLikenesses(order, other({ amount: money(10000n, 'USD'), invoiceKey: null }))).toEqual([])
    const bare = { invoiceKey: null, amount: null }
    expect(findLikenesses({ ...order, ...bare }, other(bare))).toEqual([])
  })

  it('a returned one still counts, and one that is only being written counts as none yet', () => {
    expect(findLikenesses({ ...order, id: null }, other({ state: 'returned' }))).toEqual([
      'invoice',
      'amount',
    ])
    expect(findLikenesses({ ...order, id: null }, other({ id: null }))).toEqual(['invoice', 'amount'])
  })
})

describe('an invoice’s number is compared', () => {
  it.each([
    ['F-2026/0014', 'f 2026 14'],
    ['  fra. nº 7 ', 'FRA NO7'],
    ['000', '0'],
    ['Añil-01', 'anil 1'],
    ['Ｆ１４', 'F14'],
  ])('without case, accents, spaces, punctuation and leading zeros: «%s» is «%s»', (one, same) => {
    expect(invoiceKeyFrom(one)).toBe(invoiceKeyFrom(same))
  })

  it.each([
    ['F-10', 'F-1'],
    ['2026-14', '2025-14'],
    ['A14', 'B14'],
    ['100', '1'],
  ])('«%s» is not «%s»', (one, another) => {
    expect(invoiceKeyFrom(one)).not.toBe(invoiceKeyFrom(another))
  })

  it('not at all when nothing is left of it', () => {
    for (const number of [null, '', '  ', '-/.', '🔑']) expect(invoiceKeyFrom(number)).toBeNull()
  })

  it('the same once more: a key is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), number => {
        const key = invoiceKeyFrom(number)
        expect(key === null || /^[\p{L}\p{N}]+$/u.test(key)).toBe(true)
      }),
    )
  })
})
