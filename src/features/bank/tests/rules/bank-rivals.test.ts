// A payment that was written down by hand has a line of the bank as well, which is of nothing else.
import { describe, expect, test } from 'vitest'
import type { OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { addDays } from '#kernel/day.ts'
import { otherIban, ownIban } from '#tests/support/bank-files.ts'
import {
  batch,
  briefly,
  line,
  loose,
  match,
  messageId,
  payment,
  type Said,
  today,
} from '#tests/support/bank-lines.ts'

describe('a payment that was made by hand', () => {
  const made = (documentId: string, days: number, over: Partial<OpenPayment> = {}) =>
    payment(documentId, { ...loose, state: 'paid', paidOn: addDays(today, days), ...over })
  const waits = (days: number, over: Partial<OpenPayment> = {}) =>
    payment('DOC-002', { ...loose, dueOn: addDays(today, days), ...over })
  const left = (days: number, over: Said = {}) =>
    line({ iban: otherIban, bookedOn: addDays(today, days), ...over })

  test('leaves its line to no other of the same amount and account', () => {
    expect(briefly([left(0)], [made('DOC-001', 0), waits(6)])).toEqual(['none paid already_paid DOC-001'])
    expect(briefly([left(0)], [made('DOC-001', 0, { hasLine: true }), waits(6)])).toEqual([
      'exact paid amount_and_account DOC-002',
    ])
  })

  test('near its day nothing is exact, however near another is expected', () => {
    for (const days of [-10, -9, -3, -1, 0, 1, 3, 9, 10])
      for (const due of [-10, -1, 0, 1, 10])
        expect(match([left(0)], [made('DOC-001', days), waits(due)])[0]?.certainty).not.toBe('exact')
    expect(briefly([left(0)], [made('DOC-001', 11), waits(0)])).toEqual([
      'exact paid amount_and_account DOC-002',
    ])
  })

  test('has the line of its day, and the other payment the line of its own, to be looked at', () => {
    expect(briefly([left(6), left(0)], [made('DOC-001', 0), waits(6)])).toEqual([
      'proposed paid ambiguous DOC-002',
      'none paid already_paid DOC-001',
    ])
    expect(briefly([left(0)], [made('DOC-001', 0), waits(0)])).toEqual(['proposed paid ambiguous DOC-002'])
  })

  test('to an account that nobody wrote down may have gone to that of its payee', () => {
    const unknown = made('DOC-001', 0, { iban: null })
    expect(briefly([left(4)], [unknown, waits(4)])).toEqual(['proposed paid ambiguous DOC-002'])
    expect(briefly([left(4)], [{ ...unknown, payeeName: 'Otros SA' }, waits(4)])).toEqual([
      'exact paid amount_and_account DOC-002',
    ])
  })

  test('and came back has a line as well, which does not pay it again', () => {
    const returned = made('DOC-002', 0, { state: 'returned', returnedOn: addDays(today, 2) })
    expect(briefly([left(0)], [waits(5), returned])).toEqual(['none paid already_paid DOC-002'])
    expect(briefly([left(0)], [waits(5), { ...returned, hasLine: true }])).toEqual([
      'exact paid amount_and_account DOC-002',
    ])
  })

  test('alone or with its batch may be the debit that has the sum of another batch', () => {
    const other = [1, 2].map(number => payment(`DOC-00${number}`, { amountMinor: 3_000n }))
    const total = line({ amountMinor: -6_000n })
    const inBatch = (id: string, over: Partial<OpenPayment> = {}) =>
      made(id, 0, {
        amountMinor: 2_000n,
        batch: { ...batch, id: 'R-002', messageId: 'cd'.repeat(16) },
        ...over,
      })
    const ids = 'DOC-001 DOC-002'
    expect(briefly([total], [...other, inBatch('DOC-003')])).toEqual([`exact batch batch_total ${ids}`])
    for (const rivals of [
      [made('DOC-003', 0, { amountMinor: 6_000n })],
      [inBatch('DOC-003'), inBatch('DOC-004', { amountMinor: 4_000n })],
      [inBatch('DOC-003'), inBatch('DOC-004', { amountMinor: 4_000n, state: 'waiting', paidOn: null })],
    ])
      expect(briefly([total], [...other, ...rivals])).toEqual([`proposed batch ambiguous ${ids}`])
    const both = [inBatch('DOC-003'), inBatch('DOC-004', { amountMinor: 4_000n })]
    expect(briefly([line({ amountMinor: -6_000n, text: 'REMESA R-002' })], [...other, ...both])).toEqual([
      'none batch already_paid DOC-003 DOC-004',
    ])
  })

  test('may be what a line says of its batch, whose other payment is then only proposed', () => {
    const two = [payment('DOC-001', { state: 'paid', paidOn: today }), payment('DOC-002')]
    expect(briefly([line({ references: { messageId } })], two)).toEqual(['proposed batch ambiguous DOC-002'])
  })

  test('makes a name no proof that it is the only one', () => {
    const said = line({ name: 'CRISTALES DEL SUR' })
    expect(briefly([said], [waits(0)])).toEqual(['proposed paid amount_and_name DOC-002'])
    expect(briefly([said], [waits(0), made('DOC-001', 2)])).toEqual(['proposed paid ambiguous DOC-002'])
  })
})

describe('a line that names a payment that is open no more', () => {
  const gone = { references: { endToEndId: 'DOC-009.R-001' } }
  const none = ['none  names_another']

  test('pays no other, by account, name or sum, wherever it says it', () => {
    for (const said of [
      gone,
      { text: 'REF doc-009.r-001' },
      { references: { second: 'DOC-009.P2.R-001' } },
    ]) {
      expect(briefly([line({ ...said, iban: otherIban })], [payment('DOC-001', loose)])).toEqual(none)
      expect(briefly([line({ ...said, name: 'CRISTALES DEL SUR' })], [payment('DOC-001')])).toEqual(none)
      expect(briefly([line(said)], [payment('DOC-001')])).toEqual(none)
    }
    const inIt = line({ references: { ...gone.references, messageId } })
    expect(briefly([inIt], [payment('DOC-001')])).toEqual(none)
  })

  test('and one that is open is never exact for what it does not name', () => {
    const text = 'DOC-001.R-001 DOC-009.R-001'
    const [one, other] = [payment('DOC-001', { iban: ownIban, batch: null }), payment('DOC-002', loose)]
    expect(briefly([line({ text, iban: otherIban })], [one, other])).toEqual(['none  nothing_alike'])
    expect(briefly([line({ text, iban: ownIban })], [one, other])).toEqual([
      'exact paid amount_and_account DOC-001',
    ])
  })

  test('an identifier that is not of ours keeps it from nothing', () => {
    expect(
      briefly([line({ iban: otherIban, references: { endToEndId: 'NOTPROVIDED' } })], [payment('DOC-001')]),
    ).toEqual(['exact batch batch_total DOC-001'])
  })
})
