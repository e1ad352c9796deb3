// Payment that a line of the bank is of: exact only when it can be no other.
import { describe, expect, test } from 'vitest'
import { nameWords } from '#features/bank/rules/match-name.ts'
import { addDays } from '#kernel/day.ts'
import { otherIban, ownIban } from '#tests/support/bank-files.ts'
import {
  batch,
  briefly,
  line,
  loose,
  match,
  messageId,
  named,
  payment,
  today,
} from '#tests/support/bank-lines.ts'

describe('end-to-end identifier', () => {
  test('the line that repeats it with the amount is the payment, wherever it says it', () => {
    const payments = [payment('DOC-001'), payment('DOC-002', { payment: 2, endToEndId: 'DOC-002.p2.R-001' })]
    expect(match([named('DOC-002.p2.R-001')], payments)).toEqual([
      {
        certainty: 'exact',
        kind: 'paid',
        why: 'end_to_end',
        payments: [{ documentId: 'DOC-002', payment: 2 }],
      },
    ])
    expect(briefly([line({ text: 'TRANSF. REF: DOC-002.P2.R-001 CRISTALES' })], payments)).toEqual([
      'exact paid end_to_end DOC-002',
    ])
    expect(briefly([line({ references: { second: 'DOC-001.R-001' } })], payments)).toEqual([
      'exact paid end_to_end DOC-001',
    ])
  })

  test('with another amount or currency it is none', () => {
    const usd = payment('DOC-002', { currency: 'USD' })
    expect(briefly([named('DOC-001.R-001', { amountMinor: -9_999n })], [payment('DOC-001')])).toEqual([
      'none paid amount_differs DOC-001',
    ])
    expect(briefly([named('DOC-002.R-001')], [usd])).toEqual(['none paid amount_differs DOC-002'])
  })

  test('a payment is paid once: not by a second line, nor when it is paid already', () => {
    expect(briefly([named('DOC-001.R-001'), named('DOC-001.R-001')], [payment('DOC-001')])).toEqual([
      'exact paid end_to_end DOC-001',
      'none paid already_used DOC-001',
    ])
    expect(briefly([named('DOC-001.R-001')], [payment('DOC-001', { state: 'paid' })])).toEqual([
      'none paid already_paid DOC-001',
    ])
  })

  test('money that went to another account is proposed', () => {
    expect(briefly([named('DOC-001.R-001', { iban: ownIban })], [payment('DOC-001')])).toEqual([
      'proposed paid account_differs DOC-001',
    ])
  })

  test('a text that names two payments names neither', () => {
    const payments = [
      payment('DOC-001', { iban: null, payeeName: 'A B' }),
      payment('DOC-002', { payeeName: 'C D' }),
    ]
    expect(briefly([line({ text: 'DOC-001.R-001 DOC-002.R-001' })], payments)).toEqual([
      'none  nothing_alike',
    ])
  })
})

describe('batch total', () => {
  const three = [1, 2, 3].map(number => payment(`DOC-00${number}`, { amountMinor: BigInt(number) * 1000n }))
  const ids = 'DOC-001 DOC-002 DOC-003'

  test('a debit that names the batch and is its sum pays all that waits in it', () => {
    const total = { amountMinor: -6_000n }
    for (const said of [
      line({ ...total, references: { paymentInfoId: `${messageId}-1` } }),
      line({ ...total, references: { messageId } }),
      line({ ...total, text: `REMESA R-001 DE TRANSFERENCIAS` }),
      line({ ...total, text: messageId.toUpperCase() }),
    ])
      expect(briefly([said], three)).toEqual([`exact batch batch_reference ${ids}`])
    expect(briefly([line({ amountMinor: -5_999n, references: { messageId } })], three)).toEqual([
      `none batch amount_differs ${ids}`,
    ])
  })

  test('what a line of its own paid is not in the sum', () => {
    const lines = [
      line({ amountMinor: -5_000n, references: { messageId } }),
      named('DOC-001.R-001', { amountMinor: -1_000n }),
    ]
    expect(briefly(lines, three)).toEqual([
      'exact batch batch_reference DOC-002 DOC-003',
      'exact paid end_to_end DOC-001',
    ])
  })

  test('without its name it is exact only when nothing else has that amount in those days', () => {
    const total = line({ amountMinor: -6_000n, bookedOn: addDays(today, 3) })
    expect(briefly([total], three)).toEqual([`exact batch batch_total ${ids}`])
    expect(briefly([total, total], three)).toEqual([`proposed batch ambiguous ${ids}`, 'none  nothing_alike'])
    expect(briefly([total], [...three, payment('DOC-009', { ...loose, amountMinor: 6_000n })])).toEqual([
      `proposed batch ambiguous ${ids}`,
    ])
    const again = three.map(each => ({
      ...each,
      documentId: `${each.documentId}9`,
      batch: { ...batch, id: 'R-002', messageId: 'x' },
    }))
    expect(briefly([total], [...three, ...again])[0]).toMatch(/^proposed batch ambiguous/)
    expect(briefly([line({ amountMinor: -6_000n, bookedOn: addDays(today, 6) })], three)).toEqual([
      'none  nothing_alike',
    ])
    expect(briefly([line({ amountMinor: -6_000n, iban: otherIban })], three)).toEqual(['none  nothing_alike'])
  })
})

describe('amount and account', () => {
  test('near the day, and the only ones, they are exact', () => {
    expect(
      briefly([line({ iban: otherIban, bookedOn: addDays(today, 4) })], [payment('DOC-001', loose)]),
    ).toEqual(['exact paid amount_and_account DOC-001'])
  })

  test('of a rent each month is told by its day', () => {
    const rents = [0, 30, 60].map((days, index) =>
      payment(`DOC-00${index + 1}`, { ...loose, dueOn: addDays(today, days) }),
    )
    const lines = [61, 1, 29].map(days => line({ iban: otherIban, bookedOn: addDays(today, days) }))
    expect(briefly(lines, rents)).toEqual(
      ['DOC-003', 'DOC-001', 'DOC-002'].map(id => `exact paid amount_and_account ${id}`),
    )
  })

  test('two alike are proposed in turn, and no payment twice', () => {
    const two = [payment('DOC-001', loose), payment('DOC-002', loose)]
    const said = line({ iban: otherIban })
    expect(briefly([said, said, said], two)).toEqual([
      'proposed paid ambiguous DOC-001',
      'proposed paid ambiguous DOC-002',
      'none  nothing_alike',
    ])
    expect(briefly([said], two)).toEqual(['proposed paid ambiguous DOC-001'])
    expect(briefly([said, said], two.slice(1))).toEqual([
      'proposed paid ambiguous DOC-002',
      'none  nothing_alike',
    ])
  })

  test('far from the day they are proposed, and further away nothing', () => {
    const far = (days: number) =>
      briefly([line({ iban: otherIban, bookedOn: addDays(today, days) })], [payment('DOC-001', loose)])
    expect(far(30)).toEqual(['proposed paid far_date DOC-001'])
    expect(far(90)).toEqual(['none  nothing_alike'])
  })
})

describe('amount and name', () => {
  const unknown = { ...loose, iban: null }

  test('is only proposed, whoever writes the name and however', () => {
    const payments = [payment('DOC-001', unknown), payment('DOC-002', { ...unknown, payeeName: 'Otros SA' })]
    for (const said of [
      { name: 'CRISTALES DEL SUR SL' },
      { text: 'TRANSF A CRISTALES DEL SUR' },
      { name: 'CRISTALES' },
    ])
      expect(briefly([line(said)], payments)).toEqual(['proposed paid amount_and_name DOC-001'])
    expect(briefly([line({ name: 'NADIE SL' })], payments)).toEqual(['none  nothing_alike'])
    expect(briefly([line({ name: 'CRISTALES', amountMinor: -1n })], payments)).toEqual([
      'none  nothing_alike',
    ])
  })

  test('of two the nearest is proposed', () => {
    const payments = [
      payment('DOC-001', { ...unknown, dueOn: addDays(today, 20) }),
      payment('DOC-002', unknown),
    ]
    expect(briefly([line({ name: 'Cristales del Sur' })], payments)).toEqual([
      'proposed paid ambiguous DOC-002',
    ])
  })

  test('legal forms and accents are no names', () => {
    expect(nameWords('Peñón y Núñez, S.L.U.')).toEqual(['penon', 'nunez'])
    expect(nameWords('S.A.')).toEqual([])
  })
})

test('no payment is in two matches of one outcome, and every match has its amount', () => {
  const payments = Array.from({ length: 60 }, (_, index) =>
    payment(`DOC-${100 + index}`, {
      ...(index % 3 === 0 ? loose : {}),
      amountMinor: BigInt(1 + (index % 4)) * 100n,
      iban: index % 2 === 0 ? otherIban : ownIban,
      dueOn: addDays(today, index % 9),
    }),
  )
  const lines = Array.from({ length: 90 }, (_, index) =>
    line({
      amountMinor: -BigInt(1 + (index % 4)) * 100n,
      ...(index % 2 === 0 ? { iban: otherIban } : { name: 'Cristales del Sur' }),
      ...(index % 5 === 0 ? { references: { endToEndId: `DOC-${100 + index}.R-001` } } : {}),
    }),
  )
  const matches = match(lines, payments)
  const ids = matches
    .filter(({ certainty }) => certainty !== 'none')
    .flatMap(each => each.payments.map(({ documentId }) => documentId))
  expect(ids.length).toBeGreaterThan(30)
  expect(new Set(ids).size).toBe(ids.length)
  const amounts = new Map(payments.map(each => [each.documentId, each.amountMinor]))
  for (const [index, { certainty, payments: found }] of matches.entries())
    if (certainty !== 'none')
      expect(found.reduce((sum, { documentId }) => sum + (amounts.get(documentId) ?? 0n), 0n)).toBe(
        -(lines[index]?.amountMinor ?? 0n),
      )
})
