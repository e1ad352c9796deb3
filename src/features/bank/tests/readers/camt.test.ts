// CAMT.053, CAMT.054 and pain.002, made by ourselves: every field, and what is refused.
import { expect, test } from 'vitest'
import { bankFileFrom } from '#features/bank/readers/bank-file.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import { type Camt, camtFile, camtText, otherIban, ownIban, painFile } from '#tests/support/bank-files.ts'

function refusal(bytes: Buffer) {
  try {
    bankFileFrom(bytes)
  } catch (error) {
    if (error instanceof Unreadable) return [error.kind, error.facts]
    throw error
  }
  return ['read']
}

const linesIn = (camt: Camt) => {
  const [report] = bankFileFrom(camtFile(camt)).reports
  return report && 'lines' in report ? report.lines : []
}

const paid = {
  amount: '100.50',
  reference: 'B-1',
  parts: [
    { endToEndId: 'DOC-001.R-001', name: 'Cristales del Sur SL', iban: otherIban, text: 'DOC-001 Fra. 14' },
  ],
}
const day: Camt = {
  opening: '1000.00',
  closing: '1099.50',
  entries: [
    paid,
    { amount: '200', side: 'CRDT', parts: [{ name: 'Cliente SA', endToEndId: 'NOTPROVIDED' }] },
  ],
}

test.each(['02', '08'])('a statement of version %s is read to the cent', version => {
  expect(bankFileFrom(camtFile({ ...day, version }))).toMatchObject({
    reports: [
      {
        kind: 'statement',
        format: 'camt053',
        iban: ownIban,
        currency: 'EUR',
        from: '2026-11-10',
        to: '2026-11-10',
        openingMinor: 100_000n,
        closingMinor: 109_950n,
        lines: [
          {
            place: 1,
            part: null,
            bookedOn: '2026-11-10',
            valueOn: '2026-11-10',
            amountMinor: -10_050n,
            references: { endToEndId: 'DOC-001.R-001', bankReference: 'B-1', first: null },
            counterparty: { name: 'Cristales del Sur SL', iban: otherIban },
            text: 'DOC-001 Fra. 14',
            returned: null,
          },
          {
            place: 2,
            amountMinor: 20_000n,
            counterparty: { name: 'Cliente SA', iban: null },
            references: { endToEndId: null },
          },
        ],
      },
    ],
  })
})

test('a notification has movements and no balances', () => {
  const [report] = bankFileFrom(camtFile({ message: '054', version: '08', entries: [paid] })).reports
  expect(report).toMatchObject({
    kind: 'notification',
    format: 'camt054',
    lines: [{ amountMinor: -10_050n }],
  })
})

test('entries are counted through all accounts of a file', () => {
  const text = camtText(day)
  const [stmt = ''] = /<Stmt>.*<\/Stmt>/s.exec(text) ?? []
  const { reports } = bankFileFrom(Buffer.from(text.replace(stmt, stmt + stmt)))
  expect(reports.map(each => 'lines' in each && each.lines.map(({ place }) => place))).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('what the bank only announces is no movement', () => {
  expect(linesIn({ entries: [{ amount: '5', status: 'PDNG' }, { amount: '6' }] })).toMatchObject([
    { place: 2, amountMinor: -600n },
  ])
})

test.each(['02', '08'])('of a batch of version %s each part is a line when the parts add up', version => {
  const batch = { amount: '30.00', paymentInfoId: 'abc-1', count: 2 }
  const parts = [
    { amount: '10.00', endToEndId: 'DOC-001.R-001' },
    { amount: '20.00', endToEndId: 'DOC-002.R-001' },
  ]
  expect(linesIn({ version, entries: [{ ...batch, parts }] })).toMatchObject([
    {
      place: 1,
      part: { number: 1, count: 2, entryMinor: -3000n },
      amountMinor: -1000n,
      references: { endToEndId: 'DOC-001.R-001', paymentInfoId: 'abc-1' },
    },
    {
      place: 1,
      part: { number: 2, count: 2 },
      amountMinor: -2000n,
      references: { endToEndId: 'DOC-002.R-001' },
    },
  ])
  const whole = [
    { place: 1, part: null, amountMinor: -3000n, references: { endToEndId: null, paymentInfoId: 'abc-1' } },
  ]
  const short = [parts[0] ?? {}, { ...parts[1], amount: '19.99' }]
  expect(linesIn({ version, entries: [{ ...batch, parts: short }] })).toMatchObject(whole)
  expect(
    linesIn({ version, entries: [{ ...batch, parts: [{ endToEndId: 'a' }, { endToEndId: 'b' }] }] }),
  ).toMatchObject(whole)
  expect(linesIn({ version, entries: [{ ...batch, count: 3, parts }] })).toMatchObject(whole)
})

test('a return tells its reason, and a reversal is one', () => {
  const more = '<RvslInd>true</RvslInd>'
  expect(
    linesIn({
      entries: [
        { amount: '5', side: 'CRDT', parts: [{ returned: 'AC04', endToEndId: 'DOC-001.R-001' }] },
        { amount: '6', side: 'CRDT', more },
      ],
    }),
  ).toMatchObject([{ returned: { code: 'AC04' } }, { returned: { code: null } }])
})

const summary = (text: string) => camtFile({ ...day, summary: `<TxsSummry>${text}</TxsSummry>` })

test('totals that are told are true of all movements, or of those that are booked', () => {
  const told =
    '<TtlNtries><NbOfNtries>2</NbOfNtries><Sum>300.50</Sum><TtlNetNtryAmt>99.50</TtlNetNtryAmt><CdtDbtInd>CRDT</CdtDbtInd></TtlNtries>'
  expect(refusal(summary(told))).toEqual(['read'])
  expect(refusal(summary(told.replace('>2<', '>3<')))).toEqual([
    'count_differs',
    { iban: ownIban, what: 'all', stated: 3, found: 2 },
  ])
  expect(refusal(summary(told.replace('99.50', '99.51')))).toEqual([
    'sum_differs',
    { iban: ownIban, what: 'net', stated: '9951', found: '9950', currency: 'EUR' },
  ])
  expect(refusal(summary('<TtlDbtNtries><Sum>100.51</Sum></TtlDbtNtries>'))[0]).toBe('sum_differs')
  expect(refusal(summary('<TtlCdtNtries><NbOfNtries>2</NbOfNtries></TtlCdtNtries>'))[0]).toBe('count_differs')
})

test.each([
  [
    'balances that its movements do not make',
    camtFile({ ...day, closing: '1099.51' }),
    ['balance_differs', { iban: ownIban, stated: '109951', found: '109950', currency: 'EUR' }],
  ],
  [
    'a movement in another currency',
    camtFile({ entries: [{ amount: '1' }, { amount: '1', currency: 'USD' }] }),
    ['mixed_currencies', { entry: 2, currency: 'USD', own: 'EUR' }],
  ],
  [
    'an amount with letters',
    camtFile({ entries: [{ amount: '1O.00' }] }),
    ['not_an_amount', { entry: 1, text: '1O.00' }],
  ],
  [
    'a negative amount',
    camtFile({ entries: [{ amount: '-1.00' }] }),
    ['not_an_amount', { entry: 1, text: '-1.00' }],
  ],
  [
    'half a cent',
    camtFile({ entries: [{ amount: '1.005' }] }),
    ['too_many_decimals', { entry: 1, text: '1.005' }],
  ],
  [
    'a fortune',
    camtFile({ entries: [{ amount: '9'.repeat(20) }] }),
    ['amount_too_long', { entry: 1, text: '9'.repeat(20) }],
  ],
  [
    'a day that is none',
    camtFile({ entries: [{ amount: '1', on: '2026-02-31' }] }),
    ['not_a_day', { entry: 1, text: '2026-02-31' }],
  ],
  ['an account that is none', camtFile({ iban: 'ES00', entries: [] }), ['not_an_account', { text: 'ES00' }]],
  [
    'an unknown currency',
    camtFile({ currency: 'XTS', entries: [] }),
    ['unknown_currency', { currency: 'XTS' }],
  ],
  [
    'another version',
    camtFile({ ...day, version: '13' }),
    ['other_version', { format: 'CAMT.053', version: '13' }],
  ],
  [
    'no statement',
    Buffer.from(camtText(day).replace(/<Stmt>.*<\/Stmt>/s, '')),
    ['incomplete', { field: 'los extractos' }],
  ],
  ['another kind', Buffer.from('<a/>'), ['other_xml', undefined]],
  [
    'an entity',
    Buffer.from(`<!DOCTYPE a [<!ENTITY b "c">]>${camtText(day)}`.replace(/<\?.*\?>/, '')),
    ['xml_with_dtd', undefined],
  ],
  ['a cut', camtFile(day).subarray(0, 700), ['xml_malformed', undefined]],
  ['a hundred thousand levels', Buffer.from('<a>'.repeat(100_000)), ['xml_too_large', undefined]],
  ['a program', Buffer.from('MZ\u0000\u0000'), ['unknown_kind', undefined]],
])('%s is refused with its entry and figures', (_, bytes, expected) => {
  expect(refusal(bytes)).toEqual(expected)
})

test.each(['03', '10'])(
  'a status report of version %s says what became of a file, its batch and its payments',
  version => {
    const payments = [
      { endToEndId: 'DOC-001.R-001', status: 'RJCT', reason: 'AC04' },
      { endToEndId: 'DOC-002.R-001', status: 'ACSC' },
    ]
    const file = painFile({ version, group: 'PART', batch: 'ACCP', payments, rejected: 1 })
    expect(bankFileFrom(file).reports).toMatchObject([
      {
        kind: 'status',
        messageId: 'a'.repeat(32),
        statuses: [
          { place: 1, level: 'file', outcome: 'partial', endToEndId: null },
          { place: 2, level: 'batch', outcome: 'accepted', paymentInfoId: `${'a'.repeat(32)}-1` },
          {
            place: 3,
            level: 'payment',
            outcome: 'rejected',
            code: 'RJCT',
            reasons: ['AC04'],
            text: 'Cuenta cancelada',
            endToEndId: 'DOC-001.R-001',
            amountMinor: 10_000n,
          },
          { place: 4, outcome: 'settled' },
        ],
      },
    ])
    expect(refusal(painFile({ version, payments, rejected: 2 }))).toEqual([
      'count_differs',
      { what: 'rejected', stated: 2, found: 1 },
    ])
    expect(refusal(painFile({ version: '14' }))).toEqual([
      'other_version',
      { format: 'pain.002', version: '14' },
    ])
  },
)
