// Placing of credit notes: each reduces one payment that it may and that stays above zero.
import { describe, expect, test } from 'vitest'
import { type Note, placeNotes } from '#features/executions/rules/netting.ts'

const payment = (id: string, amountMinor: bigint, providerId = 'PRV-1') => ({
  id,
  providerId,
  clientId: 'CLI-1',
  amountMinor,
})
const note = (id: string, amountMinor: bigint, over: Partial<Note> = {}): Note => ({
  id,
  creditedId: 'DOC-1',
  providerId: 'PRV-1',
  clientId: 'CLI-1',
  amountMinor,
  chargeMinor: amountMinor,
  keptMinor: 10_000n,
  ...over,
})
const pair = (creditNoteId: string, documentId: string) => ({ creditNoteId, documentId })

describe('a credit note is placed', () => {
  test('with the payment of its own order where it fits, else where most is left', () => {
    const payments = [payment('DOC-2', 900n), payment('DOC-1', 500n)]
    expect(placeNotes(payments, [note('DOC-9', 400n)])).toEqual([pair('DOC-9', 'DOC-1')])
    expect(placeNotes(payments, [note('DOC-9', 600n)])).toEqual([pair('DOC-9', 'DOC-2')])
  })

  test('nowhere when nothing would be transferred, or the payment is somebody else’s', () => {
    expect(placeNotes([payment('DOC-1', 400n)], [note('DOC-9', 400n)])).toEqual([])
    expect(placeNotes([payment('DOC-2', 900n, 'PRV-2')], [note('DOC-9', 400n)])).toEqual([])
  })

  test('after those that have no choice, so that all of them find a place', () => {
    const payments = [payment('DOC-1', 100n), payment('DOC-2', 90n)]
    const free = note('DOC-8', 80n, { creditedId: 'DOC-7' })
    const bound = note('DOC-9', 50n, { keptMinor: 0n })
    expect(placeNotes(payments, [free, bound])).toEqual([pair('DOC-9', 'DOC-1'), pair('DOC-8', 'DOC-2')])
  })

  test('only as far as its order was paid, together with the others of that order', () => {
    const payments = [payment('DOC-2', 900n), payment('DOC-3', 800n)]
    const both = [note('DOC-8', 300n, { keptMinor: 500n }), note('DOC-9', 250n, { keptMinor: 500n })]
    expect(placeNotes(payments, both)).toEqual([pair('DOC-8', 'DOC-2')])
    expect(placeNotes([...payments, payment('DOC-1', 400n)], both)).toEqual([
      pair('DOC-8', 'DOC-1'),
      pair('DOC-9', 'DOC-2'),
    ])
  })
})
