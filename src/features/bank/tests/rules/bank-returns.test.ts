// Returns, income, and the payments that a status report names.
import { describe, expect, test } from 'vitest'
import type { ExpectedIncome } from '#features/bank/rules/bank-matching.ts'
import { matchStatuses } from '#features/bank/rules/match-statuses.ts'
import type { BankStatus } from '#features/bank/rules/statement.ts'
import { addDays } from '#kernel/day.ts'
import { otherIban } from '#tests/support/bank-files.ts'
import {
  back,
  brief,
  briefly,
  line,
  loose,
  match,
  messageId,
  named,
  payment,
  type Said,
  today,
} from '#tests/support/bank-lines.ts'

describe('returns', () => {
  const paid = payment('DOC-001', { state: 'paid', paidOn: today })

  test('a return that names a payment brings it back; one that nobody confirmed is a rejection', () => {
    expect(briefly([named('DOC-001.R-001', back)], [paid])).toEqual(['exact returned end_to_end DOC-001'])
    expect(briefly([named('DOC-001.R-001', back)], [payment('DOC-001')])).toEqual([
      'exact rejected end_to_end DOC-001',
    ])
    expect(briefly([named('DOC-001.R-001', { ...back, amountMinor: 9_000n })], [paid])).toEqual([
      'none returned amount_differs DOC-001',
    ])
  })

  test('a payment that left and came back in one file is paid and returned', () => {
    expect(briefly([named('DOC-001.R-001', back), named('DOC-001.R-001')], [payment('DOC-001')])).toEqual([
      'exact returned end_to_end DOC-001',
      'exact paid end_to_end DOC-001',
    ])
  })

  test('without its identifier it is by account, then proposed by name, then by amount alone', () => {
    expect(briefly([line({ ...back, iban: otherIban })], [paid])).toEqual([
      'exact returned amount_and_account DOC-001',
    ])
    expect(briefly([line({ ...back, text: 'DEVOLUCION CRISTALES DEL SUR' })], [paid])).toEqual([
      'proposed returned amount_and_name DOC-001',
    ])
    expect(briefly([line({ ...back, text: 'DEVOLUCION' })], [paid])).toEqual([
      'proposed returned amount DOC-001',
    ])
    expect(briefly([line({ ...back, name: 'OTRO SL' })], [paid])).toEqual(['none  nothing_alike'])
    const two = [paid, payment('DOC-002', { state: 'paid', paidOn: today })]
    expect(briefly([line({ ...back, text: 'DEVOLUCION' })], two)).toEqual(['none  nothing_alike'])
    expect(briefly([line({ ...back, iban: otherIban })], two)).toEqual([
      'proposed returned ambiguous DOC-001',
    ])
  })

  test('one that is written down already brings no other back, whether its line names it or not', () => {
    const recorded = payment('DOC-009', { ...loose, state: 'returned', paidOn: today, returnedOn: today })
    const other = payment('DOC-002', { state: 'paid', paidOn: addDays(today, -2) })
    const again = payment('DOC-009', loose)
    expect(briefly([named('DOC-009.R-001', { ...back, iban: otherIban })], [other, again, recorded])).toEqual(
      ['none  names_another'],
    )
    expect(briefly([line({ ...back, iban: otherIban })], [other, recorded])).toEqual([
      'none returned already_back DOC-009',
    ])
    expect(briefly([line({ ...back, text: 'DEVOLUCION' })], [other, recorded])).toEqual([
      'none  nothing_alike',
    ])
    expect(
      briefly([line({ ...back, iban: otherIban })], [other, { ...recorded, hasReturnLine: true }]),
    ).toEqual(['exact returned amount_and_account DOC-002'])
  })

  test('near one that is written down nothing is exact', () => {
    for (const days of [-10, -4, 0, 4, 10]) {
      const returnedOn = addDays(today, days)
      const recorded = payment('DOC-009', { ...loose, state: 'returned', paidOn: today, returnedOn })
      expect(match([line({ ...back, iban: otherIban })], [paid, recorded])[0]?.certainty).not.toBe('exact')
      expect(briefly([line({ ...back, text: 'DEVOLUCION' })], [paid, recorded])).toEqual([
        'none  nothing_alike',
      ])
    }
  })

  test('what was paid after the day of a return is not what came back', () => {
    const later = payment('DOC-002', { state: 'paid', paidOn: addDays(today, 1) })
    for (const said of [
      { iban: otherIban },
      { text: 'DEVOLUCION CRISTALES DEL SUR' },
      { text: 'DEVOLUCION' },
    ])
      expect(briefly([line({ ...back, ...said })], [later])).toEqual(['none  nothing_alike'])
    expect(briefly([line({ ...back, iban: otherIban })], [paid, later])).toEqual([
      'exact returned amount_and_account DOC-001',
    ])
  })

  test('what these lines paid before it was due comes back from the day on which they paid it', () => {
    const early = payment('DOC-001', { ...loose, dueOn: addDays(today, 5) })
    const left = line({ iban: otherIban })
    const returned = (days: number) => line({ ...back, iban: otherIban, bookedOn: addDays(today, days) })
    expect(briefly([left, returned(1)], [early])).toEqual([
      'exact paid amount_and_account DOC-001',
      'exact returned amount_and_account DOC-001',
    ])
    expect(briefly([left, returned(-1)], [early])[1]).toBe('none  nothing_alike')
  })

  test('a payment comes back once', () => {
    expect(briefly([named('DOC-001.R-001', back), named('DOC-001.R-001', back)], [paid])[1]).toBe(
      'none returned already_used DOC-001',
    )
  })

  test('a credit that says nothing of a return is never exact, whatever identifier its sender wrote', () => {
    expect(briefly([named('DOC-001.R-001', { amountMinor: 10_000n })], [paid])).toEqual([
      'proposed returned end_to_end_without_return DOC-001',
    ])
  })

  test('a debit that is a return pays nothing', () => {
    expect(briefly([named('DOC-001.R-001', { returned: { code: null } })], [payment('DOC-001')])).toEqual([
      'none  nothing_alike',
    ])
  })
})

describe('income', () => {
  const income = (documentId: string, over: Partial<ExpectedIncome> = {}): ExpectedIncome => ({
    documentId,
    amountMinor: 10_000n,
    currency: 'EUR',
    clientName: 'Hoteles Uno SA',
    invoiceNumber: 'F-2026/014',
    dueOn: today,
    ...over,
  })
  const received = (over: Said = {}) => line({ amountMinor: 10_000n, ...over })

  test('the number of the invoice or of the order, and the amount, are exact', () => {
    for (const text of ['PAGO FRA F 2026/014', 'f2026014', 'Pedido DOC-045'])
      expect(briefly([received({ text })], [], [income('DOC-045')])).toEqual([
        'exact income invoice_number DOC-045',
      ])
    expect(briefly([received({ text: 'F-2026/014', amountMinor: 9n })], [], [income('DOC-045')])).toEqual([
      'none  nothing_alike',
    ])
  })

  test('short numbers, two that say one number, and names are only proposed', () => {
    expect(briefly([received({ text: 'FRA 14' })], [], [income('DOC-045', { invoiceNumber: '14' })])).toEqual(
      ['proposed income invoice_number DOC-045'],
    )
    const said = received({ text: 'F-2026/014' })
    expect(briefly([said, said], [], [income('DOC-045')])).toEqual([
      'proposed income ambiguous DOC-045',
      'none  nothing_alike',
    ])
    expect(briefly([said], [], [income('DOC-045'), income('DOC-046')])).toEqual([
      'proposed income ambiguous DOC-045',
    ])
    expect(briefly([received({ name: 'HOTELES UNO' })], [], [income('DOC-045')])).toEqual([
      'proposed income amount_and_name DOC-045',
    ])
  })

  test('money that left is no income, and money that came in pays nothing', () => {
    expect(briefly([line({ text: 'F-2026/014' })], [], [income('DOC-045')])).toEqual(['none  nothing_alike'])
    expect(
      briefly([received({ iban: otherIban, name: 'Cristales del Sur' })], [payment('DOC-001', loose)]),
    ).toEqual(['none  nothing_alike'])
  })
})

describe('status reports', () => {
  const status = (over: Partial<BankStatus>): BankStatus => ({
    place: 1,
    level: 'payment',
    outcome: 'rejected',
    code: 'RJCT',
    reasons: ['AC04'],
    text: '',
    paymentInfoId: null,
    endToEndId: null,
    amountMinor: null,
    ...over,
  })
  const payments = [payment('DOC-001'), payment('DOC-002', { state: 'paid' }), payment('DOC-003')]
  const told = (...statuses: BankStatus[]) =>
    matchStatuses({ kind: 'status', format: 'pain002', messageId, statuses }, payments).map(
      each => `${each.place}: ${brief(each)}`,
    )

  test('a rejected payment comes back, as a return when it was confirmed', () => {
    expect(
      told(
        status({ endToEndId: 'DOC-001.R-001', amountMinor: 10_000n }),
        status({ place: 2, endToEndId: 'DOC-002.R-001' }),
        status({ place: 3, endToEndId: 'DOC-003.R-001', outcome: 'accepted' }),
        status({ place: 4, endToEndId: 'DOC-003.R-001', amountMinor: 1n }),
        status({ place: 5, endToEndId: 'DOC-009.R-001' }),
      ),
    ).toEqual([
      '1: exact rejected status DOC-001',
      '2: exact returned status DOC-002',
      '3: none  nothing_moved DOC-003',
      '4: none  amount_differs DOC-003',
      '5: none  nothing_alike',
    ])
  })

  test('a rejected file brings back all of it, each payment once', () => {
    expect(told(status({ level: 'file' }), status({ place: 2, level: 'batch' }))).toEqual([
      '1: none  nothing_alike',
      '2: exact rejected status DOC-001 DOC-003',
      '2: exact returned status DOC-002',
    ])
  })

  test('a payment with a status of its own is not told by that of its batch, nor by another file', () => {
    expect(
      told(status({ level: 'batch' }), status({ place: 2, endToEndId: 'DOC-001.R-001', outcome: 'settled' })),
    ).toEqual([
      '1: exact rejected status DOC-003',
      '1: exact returned status DOC-002',
      '2: none  nothing_moved DOC-001',
    ])
    const other = matchStatuses(
      { kind: 'status', format: 'pain002', messageId: 'other', statuses: [status({ level: 'file' })] },
      payments,
    )
    expect(other.map(brief)).toEqual(['none  nothing_alike'])
  })
})
