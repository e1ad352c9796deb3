// Norma 43, made by ourselves: every field, and every figure that must be true before any of it is believed.
import { expect, test } from 'vitest'
import { readNorma43 } from '#features/bank/readers/norma43.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import { n43File, n43Rows, otherIban, ownIban } from '#tests/support/bank-files.ts'

const lines = [
  {
    minor: -10_050,
    first: 'REF1',
    second: 'REF2',
    document: '77',
    texts: ['TRANSFERENCIA A', 'CAFÉS ÑANDÚ SL'],
  },
  { minor: 20_000, on: '261111' },
  { minor: -1 },
]
const rows = n43Rows([{ lines }])
const fileFrom = (some: readonly string[], end = '\n') => Buffer.from(some.join(end), 'latin1')
/** The file with one record changed: `at` from 0. */
const changed = (at: number, from: number, text: string) =>
  fileFrom(
    rows.map((row, index) =>
      index === at ? row.slice(0, from - 1) + text + row.slice(from - 1 + text.length) : row,
    ),
  )

function refusal(bytes: Buffer) {
  try {
    readNorma43(bytes)
  } catch (error) {
    if (error instanceof Unreadable) return [error.kind, error.facts]
    throw error
  }
  return ['read']
}

test('a text that fills its field goes on in the next one without a gap', () => {
  const words = 'PAGO DE LA FACTURA F-2026/014 POR TRANSFERENCIA A CAFÉS ÑANDÚ'
  const texts = [words, 'SEGUNDO TEXTO']
  const [report] = readNorma43(n43File([{ lines: [{ minor: -100, texts }] }])).reports
  expect(report).toMatchObject({ lines: [{ text: `${words} SEGUNDO TEXTO` }] })
})

test('a statement is read to the cent, with its account, balances, references and texts', () => {
  expect(readNorma43(n43File([{ lines }]))).toMatchObject({
    reports: [
      {
        kind: 'statement',
        format: 'norma43',
        iban: ownIban,
        currency: 'EUR',
        from: '2026-11-01',
        to: '2026-11-30',
        openingMinor: 100_000n,
        closingMinor: 109_949n,
        lines: [
          {
            place: 2,
            part: null,
            bookedOn: '2026-11-10',
            valueOn: '2026-11-10',
            amountMinor: -10_050n,
            references: { document: '0000000077', first: '00000000REF1', second: 'REF2', endToEndId: null },
            text: 'TRANSFERENCIA A CAFÉS ÑANDÚ SL',
            returned: null,
          },
          {
            place: 5,
            bookedOn: '2026-11-11',
            amountMinor: 20_000n,
            references: { first: null, document: null },
          },
          { place: 6, amountMinor: -1n, text: '' },
        ],
      },
    ],
  })
})

test('no text of a statement has what a database cannot keep', () => {
  const hostile = { minor: -100, second: 'A\u0000B', texts: ['UNO\u0000DOS', 'TRES\u0007'] }
  const said = JSON.stringify(readNorma43(n43File([{ lines: [hostile] }])), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(said).toContain('UNO DOS')
  expect(said).not.toMatch(/\\u00(0|1)/)
})

test('line ends of any system, trimmed blanks, none at all, and UTF-8 make no difference', () => {
  const expected = readNorma43(n43File([{ lines }]))
  expect(readNorma43(fileFrom(rows))).toEqual(expected)
  expect(readNorma43(fileFrom(rows.map(row => row.trimEnd())))).toEqual(expected)
  expect(readNorma43(fileFrom([...rows, '', '\u001a']))).toEqual(expected)
  expect(readNorma43(Buffer.from(rows.join('\n'), 'utf8'))).toEqual(expected)
  expect(readNorma43(fileFrom(rows, '')).reports).toMatchObject([{ closingMinor: 109_949n }])
})

test('a file has several accounts, in debt or not, and accounts without movements', () => {
  const file = n43File([{ lines }, { account: '210008130123456789', openingMinor: -500, lines: [] }])
  expect(readNorma43(file).reports).toMatchObject([
    { iban: ownIban },
    { iban: otherIban, openingMinor: -500n, closingMinor: -500n, lines: [] },
  ])
})

test('a movement of concept 14, or whose text says so, came back, with the reason that the text tells', () => {
  const file = n43File([
    {
      lines: [
        { minor: 100, concept: '14', texts: ['DEVOLUCION TRANSF. MOTIVO AC04'] },
        { minor: 100, concept: '99', texts: ['DEVOLUCIÓN DE TRANSFERENCIA'] },
        { minor: 100, concept: '17', texts: ['COMISION DEVOLUCION'] },
        { minor: -100, texts: ['DEVOLUCION DE LA FIANZA'] },
        { minor: -100, concept: '14' },
        { minor: 100, texts: ['TRANSFERENCIA'] },
      ],
    },
  ])
  const [report] = readNorma43(file).reports
  expect(report && 'lines' in report && report.lines.map(({ returned }) => returned)).toEqual([
    { code: 'AC04' },
    { code: null },
    null,
    null,
    { code: null },
    null,
  ])
})

test('the only account in a text is the other party’s', () => {
  const [report] = readNorma43(
    n43File([{ lines: [{ minor: -1, texts: [`A ${otherIban} DE ${ownIban}`.slice(0, 76)] }] }]),
  ).reports
  expect(report && 'lines' in report && report.lines[0]?.counterparty).toEqual({
    name: null,
    iban: otherIban,
  })
})

test('the last record may count itself', () => {
  expect(refusal(changed(7, 21, '000008'))).toEqual(['read'])
  expect(refusal(changed(7, 21, '000009'))).toEqual([
    'count_differs',
    { line: 8, what: 'records', stated: 9, found: 7 },
  ])
})

test.each([
  ['a debit more', 6, 21, '00003', ['count_differs', { line: 7, what: 'debits', stated: 3, found: 2 }]],
  ['a credit more', 6, 40, '00002', ['count_differs', { line: 7, what: 'credits', stated: 2, found: 1 }]],
  [
    'another sum of debits',
    6,
    26,
    '00000000010052',
    ['sum_differs', { line: 7, what: 'debits', stated: '10052', found: '10051', currency: 'EUR' }],
  ],
  [
    'another sum of credits',
    6,
    45,
    '00000000020001',
    ['sum_differs', { line: 7, what: 'credits', stated: '20001', found: '20000', currency: 'EUR' }],
  ],
  [
    'another closing balance',
    6,
    60,
    '00000000109950',
    ['balance_differs', { line: 7, stated: '109950', found: '109949', currency: 'EUR' }],
  ],
  [
    'a closing balance in debt',
    6,
    59,
    '1',
    ['balance_differs', { line: 7, stated: '-109949', found: '109949', currency: 'EUR' }],
  ],
  ['an amount with letters', 1, 30, 'X', ['not_an_amount', { line: 2, text: '0X000000010050' }]],
  ['a day that is none', 1, 11, '310226', ['read']],
  ['a day of a thirteenth month', 1, 11, '261310', ['not_a_day', { line: 2, text: '261310' }]],
  ['the 30th of February', 1, 17, '260230', ['not_a_day', { line: 2, text: '260230' }]],
  ['totals of another account', 6, 11, '9', ['other_account', { line: 7, text: '210004189200051332' }]],
  [
    'totals in another currency',
    6,
    74,
    '840',
    ['mixed_currencies', { line: 7, currency: 'USD', own: 'EUR' }],
  ],
  ['a currency without decimals', 0, 48, '392', ['unknown_currency', { line: 1, currency: '392' }]],
  ['a side that is none', 1, 28, '3', ['incomplete', { line: 2, field: 'si es debe o haber' }]],
  ['an account with letters', 0, 11, 'X', ['not_an_account', { line: 1, text: '21000418X200051332' }]],
  ['an unknown record', 1, 1, '99', ['record_unknown', { line: 2, record: '99' }]],
])('%s is refused with its line and figures', (_, at, from, text, expected) => {
  expect(refusal(changed(at, from, text))).toEqual(expected)
})

test('a file that is cut off, or whose records are in another order, is refused with the line', () => {
  expect(refusal(fileFrom(rows.slice(0, -1)))).toEqual(['file_cut', { line: 7, record: '88' }])
  expect(refusal(fileFrom([...rows.slice(0, 5), `${'88'.padEnd(20, '9')}000005`]))).toEqual([
    'file_cut',
    { line: 5, record: '33' },
  ])
  expect(refusal(fileFrom(rows.map(row => row.slice(0, 40))))[0]).toBe('not_an_amount')
  const misplaced = (some: readonly string[]) =>
    refusal(fileFrom([...some, `88${'9'.repeat(18)}${String(some.length).padStart(6, '0')}`]))
  const [header = '', movement = '', text = ''] = rows
  expect(misplaced([movement])).toEqual(['record_misplaced', { line: 1, record: '22' }])
  expect(misplaced([header, text])).toEqual(['file_cut', { line: 2, record: '33' }])
  expect(misplaced([header, text, rows.at(-2) ?? ''])).toEqual([
    'record_misplaced',
    { line: 2, record: '23' },
  ])
  expect(misplaced([header, header])).toEqual(['record_misplaced', { line: 2, record: '11' }])
  expect(misplaced([header, movement, ...Array<string>(6).fill(text), rows.at(-2) ?? ''])).toEqual([
    'record_misplaced',
    { line: 8, record: '23' },
  ])
  expect(refusal(fileFrom([`${header}X`, ...rows.slice(1)]))).toEqual([
    'record_too_long',
    { line: 1, length: 81 },
  ])
})
