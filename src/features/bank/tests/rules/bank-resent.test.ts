// A payment whose batch was cancelled after its download keeps its end-to-end identifier: a line that repeats it may be of
// either file, so that nobody but a person says of which.
import { describe, expect, test } from 'vitest'
import { matchLines, type OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { matchStatuses } from '#features/bank/rules/match-statuses.ts'
import { leftAlone } from '#features/bank/store/sent-before.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { otherIban } from '#tests/support/bank-files.ts'
import { back, briefly, line, loose, messageId, named, payment, today } from '#tests/support/bank-lines.ts'

const formerMessageId = 'cd'.repeat(16)
const former = { id: 'R-001', messageId: formerMessageId, payOn: today, amountMinor: 20_000n }
const batch = { id: 'R-002', messageId, payOn: today }
const again = payment('DOC-001', { batch, sentBefore: [former] })

describe('a debit', () => {
  test('that repeats the identifier is proposed, as either file may have paid it', () => {
    expect(briefly([named('DOC-001.R-001')], [again])).toEqual(['proposed paid sent_before DOC-001'])
  })

  test('that also names the file which stands is the payment', () => {
    for (const told of [{ messageId }, { paymentInfoId: `${messageId}-1` }])
      expect(briefly([line({ references: { endToEndId: 'DOC-001.R-001', ...told } })], [again])).toEqual([
        'exact paid end_to_end DOC-001',
      ])
  })

  test('that names the former file is proposed, whatever it says besides', () => {
    const references = {
      endToEndId: 'DOC-001.R-001',
      messageId: formerMessageId,
      paymentInfoId: `${messageId}-1`,
    }
    expect(briefly([line({ references })], [again])).toEqual(['proposed paid sent_before DOC-001'])
  })

  test('with the amount and the account of the payment is proposed', () => {
    const other = payment('DOC-002', { batch, amountMinor: 9n })
    expect(briefly([line({ iban: otherIban })], [again, other])).toEqual([
      'proposed paid sent_before DOC-001',
    ])
  })

  test('finds a payment that waits outside of any batch by the identifier which it had', () => {
    const waiting = payment('DOC-001', { batch: null, sentBefore: [former] })
    expect(briefly([named('DOC-001.R-001')], [waiting])).toEqual(['proposed paid sent_before DOC-001'])
  })

  test('of the whole cancelled file is not the file that stands, though its sum is the same', () => {
    const two = [again, payment('DOC-002', { batch, sentBefore: [former] })]
    const total = { amountMinor: -20_000n }
    for (const said of [
      line({ ...total, references: { messageId: formerMessageId } }),
      line({ ...total, references: { paymentInfoId: `${formerMessageId}-1` } }),
      line({ ...total, text: 'REMESA R-001' }),
    ])
      expect(briefly([said], two)).toEqual(['none batch sent_before DOC-001 DOC-002'])
    expect(briefly([line(total)], two)).toEqual(['proposed batch sent_before DOC-001 DOC-002'])
    expect(briefly([line({ ...total, references: { messageId } })], two)).toEqual([
      'exact batch batch_reference DOC-001 DOC-002',
    ])
  })

  test('of the whole cancelled file, whose payments were made by hand, is of no batch with the same sum', () => {
    const made = ['DOC-001', 'DOC-002'].map(id =>
      payment(id, { batch: null, sentBefore: [former], state: 'paid', paidOn: addDays(today, -30) }),
    )
    const waiting = ['DOC-003', 'DOC-004'].map(id => payment(id, { batch, endToEndId: `${id}.R-002` }))
    const said = line({ amountMinor: -20_000n, references: { messageId: formerMessageId } })
    expect(briefly([said], [...made, ...waiting])).toEqual(['none batch already_paid DOC-001 DOC-002'])
  })

  test('of another payment is as sure as ever', () => {
    const other = payment('DOC-002', { batch })
    expect(briefly([named('DOC-002.R-001')], [again, other])).toEqual(['exact paid end_to_end DOC-002'])
  })
})

describe('a debit without an identifier is of no other payment by itself', () => {
  const later = addDays(today, 18)
  const soon = addDays(today, 3)
  const inBatch = (id: string, payOn: Day) => ({ batch: { id, messageId: id, payOn } })
  const other = (id: string, over: Parameters<typeof payment>[1] = {}) =>
    payment(id, { endToEndId: `${id}.R-003`, ...inBatch('R-003', soon), ...over })

  test('with the sum of a cancelled file, whatever its payments are now', () => {
    const ofFormer = { sentBefore: [former] }
    const waiting = [other('DOC-003'), other('DOC-004')]
    const said = line({ amountMinor: -20_000n })
    for (const now of [
      { batch: null },
      inBatch('R-002', later),
      { ...inBatch('R-002', later), state: 'paid' as const, paidOn: later, hasLine: true },
    ]) {
      const sent = ['DOC-001', 'DOC-002'].map(id => payment(id, { ...ofFormer, ...now }))
      expect(briefly([said], [...sent, ...waiting])).toEqual(['proposed batch ambiguous DOC-003 DOC-004'])
      // One that is open no more had its part in the sum.
      expect(briefly([said], [...sent.slice(0, 1), ...waiting])).toEqual([
        'proposed batch ambiguous DOC-003 DOC-004',
      ])
    }
    expect(briefly([said], waiting)).toEqual(['exact batch batch_total DOC-003 DOC-004'])
  })

  test('with what a cancelled file asked for, where credit notes, the account or the order have changed since', () => {
    const batch = { ...former, payOn: today }
    const asked = {
      batch,
      amountMinor: 8_000n,
      currency: 'EUR',
      iban: otherIban,
      payeeName: 'Gruas',
    } as const
    const sent = new Map([['DOC-001 1', { endToEndId: 'DOC-001.R-001', asked: [asked] }]])
    const stranger = payment('DOC-009', { amountMinor: 8_000n, iban: otherIban })
    const said = line({ amountMinor: -8_000n, iban: otherIban })
    const matched = (own: readonly OpenPayment[]) =>
      matchLines([said], { payments: [...own, stranger], left: leftAlone(sent, own), incomes: [] })
    for (const own of [
      [],
      [payment('DOC-001', { sentBefore: [batch], amountMinor: 10_000n, iban: otherIban })],
      [payment('DOC-001', { sentBefore: [batch], amountMinor: 8_000n, iban: null })],
    ])
      expect(matched(own)).toMatchObject([{ certainty: 'proposed', payments: [{ documentId: 'DOC-009' }] }])
    expect(matchLines([said], { payments: [stranger], incomes: [] })).toMatchObject([{ certainty: 'exact' }])
  })

  test('with the sum of the batch that stands, of which a line of the former file paid a part', () => {
    const paid = payment('DOC-001', {
      ...inBatch('R-002', today),
      sentBefore: [{ ...former, payOn: addDays(today, -18), amountMinor: 10_000n }],
      state: 'paid',
      paidOn: addDays(today, -18),
      hasLine: true,
    })
    const rest = payment('DOC-002', inBatch('R-002', today))
    const waiting = [other('DOC-003'), other('DOC-004')]
    expect(briefly([line({ amountMinor: -20_000n })], [paid, rest, ...waiting])).toEqual([
      'proposed batch ambiguous DOC-003 DOC-004',
    ])
  })

  test('when both files were carried out and a line of one is settled', () => {
    const paid = payment('DOC-001', {
      ...inBatch('R-002', later),
      sentBefore: [former],
      state: 'paid',
      paidOn: today,
      hasLine: true,
    })
    for (const bookedOn of [today, later]) {
      const alone = other('DOC-009', { batch: null, dueOn: bookedOn })
      const batched = other('DOC-009', inBatch('R-003', bookedOn))
      expect(briefly([line({ iban: otherIban, bookedOn })], [paid, alone])).toEqual([
        'proposed paid ambiguous DOC-009',
      ])
      expect(briefly([line({ bookedOn })], [paid, batched])).toEqual(['proposed batch ambiguous DOC-009'])
    }
  })

  test('on the day of the cancelled file, when its payment waits for another day', () => {
    const sent = payment('DOC-001', { ...inBatch('R-002', later), sentBefore: [former] })
    const alone = other('DOC-009', { batch: null, dueOn: soon })
    expect(briefly([line({ iban: otherIban })], [sent, alone])).toEqual(['proposed paid ambiguous DOC-009'])
    expect(briefly([line()], [sent, other('DOC-009')])).toEqual(['proposed batch ambiguous DOC-009'])
  })

  test('unless the cancelled file is of other days', () => {
    const sent = payment('DOC-001', {
      ...inBatch('R-002', addDays(today, 90)),
      sentBefore: [{ ...former, payOn: addDays(today, -60) }],
    })
    expect(
      briefly([line({ iban: otherIban })], [sent, other('DOC-009', { batch: null, dueOn: soon })]),
    ).toEqual(['exact paid amount_and_account DOC-009'])
  })
})

describe('what is sure goes first', () => {
  const standing = { messageId }

  test('a line that names the file which stands has the payment, wherever the other line is', () => {
    const sure = line({ references: { endToEndId: 'DOC-001.R-001', ...standing } })
    const unsure = named('DOC-001.R-001')
    expect(briefly([unsure, sure], [again])).toEqual([
      'none paid already_used DOC-001',
      'exact paid end_to_end DOC-001',
    ])
  })

  test('a debit of the whole batch that stands has its payments', () => {
    const two = [again, payment('DOC-002', { batch })]
    const whole = line({ amountMinor: -20_000n, references: standing })
    expect(briefly([named('DOC-001.R-001'), whole], two)).toEqual([
      'none paid already_used DOC-001',
      'exact batch batch_reference DOC-001 DOC-002',
    ])
  })

  test('a debit that names a payment is not the whole of its batch, though it alone is there', () => {
    const other = line({
      iban: 'ES9121000418450200051332',
      references: { endToEndId: 'DOC-001.R-001', ...standing },
    })
    expect(briefly([other], [again])).toEqual(['proposed paid account_differs DOC-001'])
  })
})

describe('money that comes back', () => {
  const returned = named('DOC-001.R-001', back)

  test('is proposed as a rejection of the file that stands, and as a return of what was paid', () => {
    expect(briefly([returned], [again])).toEqual(['proposed rejected sent_before DOC-001'])
    const paid = payment('DOC-001', { batch, sentBefore: [former], state: 'paid', paidOn: today })
    expect(briefly([returned], [paid])).toEqual(['proposed returned sent_before DOC-001'])
    const sure = line({ ...back, references: { endToEndId: 'DOC-001.R-001', messageId } })
    expect(briefly([sure], [paid])).toEqual(['exact returned end_to_end DOC-001'])
    expect(briefly([line({ ...back, iban: otherIban })], [paid])).toEqual([
      'proposed returned sent_before DOC-001',
    ])
  })

  test('of a payment that waits outside of any batch rejects nothing, and names it', () => {
    const waiting = payment('DOC-001', { ...loose, endToEndId: 'DOC-001.R-001', sentBefore: [former] })
    expect(briefly([returned], [waiting])).toEqual(['none rejected sent_before DOC-001'])
  })
})

test('a report of the bank about the former file rejects nothing of the one that stands', () => {
  const status = {
    place: 1,
    level: 'payment' as const,
    outcome: 'rejected' as const,
    code: 'RJCT',
    reasons: ['AC04'],
    text: '',
    paymentInfoId: null,
    endToEndId: 'DOC-001.R-001',
    amountMinor: null,
  }
  const report = { kind: 'status' as const, format: 'pain002' as const, statuses: [status] }
  const reasons = (id: string) =>
    matchStatuses({ ...report, messageId: id }, [again]).map(({ certainty, why }) => `${certainty} ${why}`)
  expect(reasons(formerMessageId)).toEqual(['none nothing_alike'])
  expect(reasons(messageId)).toEqual(['exact status'])
})
