// Money that came back without an identifier, where more than one payment may be the one: nobody but a person says which.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchLines, type OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { addDays } from '#kernel/day.ts'
import { otherIban } from '#tests/support/bank-files.ts'
import { back, batch, briefly, line, loose, match, named, payment, today } from '#tests/support/bank-lines.ts'

const came = line({ ...back, iban: otherIban })
const paid = payment('DOC-001', { ...loose, state: 'paid', paidOn: today, hasLine: true })
const alone = 'exact returned amount_and_account DOC-001'
const ambiguous = 'proposed returned ambiguous DOC-001'

const daysAgo = (days: number) => addDays(today, -days)
const file = (days: number) => ({
  id: 'R-009',
  messageId: 'cd'.repeat(16),
  payOn: daysAgo(days),
  amountMinor: 20_000n,
})
const inBatch = (days: number, over: Partial<OpenPayment> = {}) =>
  payment('DOC-002', { batch: { ...batch, payOn: daysAgo(days) }, ...over })

describe('a return without identifier is of no payment by itself', () => {
  test('while another of its amount and account is in a batch that may be at the bank', () => {
    expect(briefly([came], [paid, inBatch(3)])).toEqual([ambiguous])
    expect(briefly([came], [paid, inBatch(11)])).toEqual([alone])
    expect(briefly([came], [paid, inBatch(-1)])).toEqual([alone])
    expect(briefly([came], [paid, inBatch(3, { amountMinor: 9n })])).toEqual([alone])
  })

  test('while a debit is only proposed to be another of its amount and account', () => {
    const unsure = payment('DOC-002', { ...loose, dueOn: daysAgo(40) })
    const left = line({ iban: otherIban, bookedOn: daysAgo(2) })
    expect(briefly([left, came], [paid, unsure])).toEqual(['proposed paid far_date DOC-002', ambiguous])
  })

  test('while another left in a cancelled file, whatever became of it since', () => {
    const again = payment('DOC-002', { ...loose, sentBefore: [file(2)] })
    const made = { state: 'paid', paidOn: daysAgo(70) } as const
    for (const over of [{}, made, { batch: { ...batch, payOn: addDays(today, 4) } }])
      expect(briefly([came], [paid, { ...again, ...over }])).toEqual([ambiguous])
    expect(briefly([came], [paid, { ...again, sentBefore: [file(11)] }])).toEqual([alone])
    expect(matchLines([came], { payments: [paid], left: [again], incomes: [] })[0]?.certainty).toBe(
      'proposed',
    )
  })

  test('while another was paid by hand to an account that nobody wrote down, perhaps that of its payee', () => {
    const unknown = { ...paid, documentId: 'DOC-002', iban: null }
    expect(briefly([came], [paid, unknown])).toEqual([ambiguous])
    expect(briefly([came], [paid, { ...unknown, payeeName: 'Otros SA' }])).toEqual([alone])
  })

  test('while another is only proposed for a line that names it', () => {
    const other = payment('DOC-002', { state: 'paid', paidOn: daysAgo(1) })
    const said = named('DOC-002.R-001', { amountMinor: 10_000n })
    expect(briefly([said, came], [paid, other])[1]).toBe(ambiguous)
    expect(briefly([named('DOC-002.R-001', back), came], [paid, other])[1]).toBe(alone)
  })

  test('and what a line brings back by itself is all that it could be of, among any payments', () => {
    fc.assert(
      fc.property(fc.array(anyPayment, { minLength: 1, maxLength: 5 }), some => {
        const payments = some.map((each, index) => ({ ...each, documentId: `DOC-${index}` }))
        const [found] = match([came], payments)
        const possible = payments.filter(mayHaveComeBack)
        if (found?.certainty === 'exact')
          expect(found.payments.map(({ documentId }) => documentId)).toEqual(
            possible.map(({ documentId }) => documentId),
          )
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a debit without identifier is of no payment by itself', () => {
  const left = line({ iban: otherIban })
  const waits = payment('DOC-001', loose)

  test('while another of its amount waits for the same payee, to an account that nobody wrote down', () => {
    expect(briefly([left], [waits, { ...waits, documentId: 'DOC-002', iban: null }])).toEqual([
      'proposed paid ambiguous DOC-001',
    ])
  })

  test('while another is only proposed for a line that names it', () => {
    const other = payment('DOC-002', { dueOn: today })
    const said = named('DOC-002.R-001', { iban: 'ES9121000418450200051332' })
    expect(briefly([said, left], [waits, other])).toEqual([
      'proposed paid account_differs DOC-002',
      'proposed paid ambiguous DOC-001',
    ])
  })
})

const days = fc.integer({ min: -12, max: 12 })
const anyPayment: fc.Arbitrary<OpenPayment> = fc
  .record({
    state: fc.constantFrom('paid', 'waiting', 'returned'),
    day: days,
    hasReturnLine: fc.boolean(),
    iban: fc.constantFrom(otherIban, otherIban, null),
    isInBatch: fc.boolean(),
    left: fc.option(days, { nil: null, freq: 3 }),
  })
  .map(({ state, day, hasReturnLine, iban, isInBatch, left }) =>
    payment('', {
      endToEndId: null,
      state,
      iban,
      batch: isInBatch && state === 'waiting' ? { ...batch, payOn: daysAgo(day) } : null,
      sentBefore: left === null ? [] : [file(left)],
      paidOn: state === 'waiting' ? null : daysAgo(day),
      returnedOn: state === 'returned' ? daysAgo(day) : null,
      hasReturnLine: state === 'returned' && hasReturnLine,
    }),
  )

const isNear = (on: OpenPayment['paidOn'] | undefined, from: number, to: number): boolean =>
  on !== null && on !== undefined && on >= addDays(today, from) && on <= addDays(today, to)

/** It left near the day on which money came back, from any file, or somebody wrote down that it came back then. */
const mayHaveComeBack = ({ state, paidOn, returnedOn, hasReturnLine, batch: own, sentBefore }: OpenPayment) =>
  (state === 'paid' && isNear(paidOn, -10, 0)) ||
  (state === 'waiting' && isNear(own?.payOn, -10, 0)) ||
  (state === 'returned' && !hasReturnLine && isNear(returnedOn, -10, 10)) ||
  sentBefore.some(({ payOn }) => isNear(payOn, -10, 0))
