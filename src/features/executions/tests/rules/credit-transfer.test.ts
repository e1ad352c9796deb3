import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { businessDayFrom, isBusinessDay } from '#features/executions/rules/business-day.ts'
import {
  creditTransferXml,
  euros,
  formats,
  largestMinor,
  sepaText,
  type TransferFile,
} from '#features/executions/rules/credit-transfer.ts'
import { dayFrom } from '#kernel/day.ts'
import { bicFrom } from '#kernel/iban.ts'
import { faultsOf, textsOf } from '#tests/support/pain.ts'

const day = (text: string) => dayFrom(text) ?? expect.fail(`${text} is no day`)

const file: TransferFile = {
  format: 'pain.001.001.09',
  messageId: '019aa5d2f0e97000aaaabbbbccccdddd',
  madeAt: new Date('2026-11-20T10:30:59.999Z'),
  payOn: day('2026-11-23'),
  debtor: { name: 'Norte', iban: 'ES9121000418450200051332', bic: 'CAIXESBBXXX', ordererId: 'B12345674000' },
  transfers: [
    {
      endToEndId: 'DOC-001.R-001',
      amountMinor: 123405n,
      name: 'Grúas Peña & Hijos, S.L.',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      remittance: 'DOC-001 Montaje',
    },
    {
      endToEndId: 'DOC-002.R-001',
      amountMinor: 5n,
      name: 'Çelik "Öz" <Ltd>',
      iban: 'ES9121000418450200051332',
      bic: null,
      remittance: 'DOC-002 «Año» / nº 3',
    },
  ],
}

const account = fc.constantFrom('ES9121000418450200051332', 'DE89370400440532013000', 'NO9386011117947')
/** Whatever the product keeps as one, given out or not. */
const anyBic = fc.stringMatching(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/).filter(code => bicFrom(code) === code)
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', ' ', '//', '&amp;]]>', '<!--', '公司', '\u202e\0', '🔑'.repeat(90), '/a/'),
)
const anyFile = fc.record({
  format: fc.constantFrom(...formats),
  messageId: fc.uuid().map(id => id.replaceAll('-', '')),
  madeAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
  payOn: fc.constant(day('2026-11-23')),
  debtor: fc.record({
    name: anyText,
    iban: account,
    bic: fc.option(anyBic),
    ordererId: fc.constantFrom('B12345674000', null),
  }),
  transfers: fc
    .array(
      fc.record({
        amountMinor: fc.bigInt(1n, largestMinor),
        name: anyText,
        iban: account,
        bic: fc.option(anyBic),
        remittance: anyText,
      }),
      { minLength: 1, maxLength: 40 },
    )
    .map(list => list.map((one, index) => ({ ...one, endToEndId: `DOC-${index}.R-001` }))),
})

describe('a file of credit transfers', () => {
  test.each(formats)('of %s says what it pays, from where, to whom and when', format => {
    const xml = creditTransferXml({ ...file, format })
    expect(faultsOf(xml)).toEqual([])
    expect(textsOf(xml, 'CtrlSum')).toEqual(['1234.10', '1234.10'])
    expect(textsOf(xml, 'NbOfTxs')).toEqual(['2', '2'])
    expect(textsOf(xml, 'InstdAmt')).toEqual(['1234.05', '0.05'])
    expect(textsOf(xml, 'Nm')).toEqual(['Norte', 'Norte', 'Gruas Pena + Hijos, S.L.', "Celik 'Oz' .Ltd."])
    expect(textsOf(xml, 'IBAN')).toEqual([file.debtor.iban, ...file.transfers.map(({ iban }) => iban)])
    expect(textsOf(xml, 'Ustrd')).toEqual(['DOC-001 Montaje', "DOC-002 'Ano' / no 3"])
    expect(textsOf(xml, format.endsWith('09') ? 'Dt' : 'ReqdExctnDt')).toEqual(['2026-11-23'])
    expect(textsOf(xml, 'CreDtTm')).toEqual(['2026-11-20T10:30:59'])
    expect(textsOf(xml, 'MsgId')).toEqual([file.messageId])
    expect(textsOf(xml, 'PmtInfId')).toEqual([`${file.messageId}-1`])
  })

  test('is in order whatever the names, and counts and sums exactly what it holds', () => {
    fc.assert(
      fc.property(anyFile, given => {
        const xml = creditTransferXml(given)
        expect(faultsOf(xml)).toEqual([])
        const sum = given.transfers.reduce((total, { amountMinor }) => total + amountMinor, 0n)
        expect(textsOf(xml, 'CtrlSum')[0]?.replace('.', '')).toBe(sum.toString().padStart(3, '0'))
        expect(xml).toBe(creditTransferXml(structuredClone(given)))
      }),
    )
  })

  test.each(['COBADE0FXXX', 'COBADE1F', 'COBADEFO'])(
    'of 2009 leaves %s unsaid, which its schema does not take; that of 2019 says it',
    bic => {
      expect(bicFrom(bic)).toBe(bic)
      const transfers = file.transfers.map(one => ({ ...one, bic }))
      const told = { ...file, debtor: { ...file.debtor, bic }, transfers }
      const old = creditTransferXml({ ...told, format: 'pain.001.001.03' })
      expect(faultsOf(old)).toEqual([])
      expect([textsOf(old, 'BIC'), textsOf(old, 'CdtrAgt')]).toEqual([[], []])
      expect(textsOf(old, 'Id')).toContain('NOTPROVIDED')
      const today = creditTransferXml(told)
      expect(faultsOf(today)).toEqual([])
      expect(textsOf(today, 'BICFI')).toEqual([bic, bic, bic])
    },
  )

  test('holds five hundred transfers of the largest amount', () => {
    const [one] = file.transfers
    const transfers = Array.from({ length: 500 }, (_, index) => ({
      name: 'X',
      iban: 'ES9121000418450200051332',
      bic: null,
      remittance: 'Y',
      ...one,
      endToEndId: `DOC-${index}.R-001`,
      amountMinor: largestMinor,
    }))
    const xml = creditTransferXml({ ...file, transfers })
    expect(faultsOf(xml)).toEqual([])
    expect(textsOf(xml, 'CtrlSum')[0]).toBe('499999999995.00')
  })

  test('that is not in order is recognised: this test can fail', () => {
    const xml = creditTransferXml(file)
    const spoilt = [
      xml.replace('1234.10', '1234.11'),
      xml.replace('<NbOfTxs>2', '<NbOfTxs>3'),
      xml.replace('DOC-002.R-001', 'DOC-001.R-001'),
      xml.replace('<ChrgBr>SLEV</ChrgBr>', ''),
      xml.replace('Gruas', 'Grúas'),
      xml.replace('<BICFI>COBADEFFXXX</BICFI>', '<Othr><Id>NOTPROVIDED</Id></Othr>'),
      xml.replace(/<Nm>Norte/, `<Nm>${'x'.repeat(71)}`),
      xml
        .replace('<PmtMtd>TRF</PmtMtd>', '')
        .replace('<BtchBookg>', '<PmtMtd>TRF</PmtMtd><BtchBookg>')
        .replace('SLEV', 'DEBT'),
      xml.replace('pain.001.001.09', 'pain.001.001.03'),
    ]
    for (const broken of spoilt) expect(faultsOf(broken)).not.toEqual([])
    expect(() => faultsOf(xml.replace('</PmtInf>', ''))).toThrow()
    expect(() => faultsOf(xml.replace('Norte', 'Norte & Sur'))).toThrow()
  })
})

test.each([
  [1n, '0.01'],
  [99n, '0.99'],
  [100n, '1.00'],
  [123456789012345678n, '1234567890123456.78'],
])('%s cents are %s euros', (minor, text) => expect(euros(minor)).toBe(text))

test.each([
  ['Construcciones Ibáñez-Muñoz, S.A.', 'Construcciones Ibanez-Munoz, S.A.'],
  ['Æther Straße Łódź Þór', 'AEther Strasse Lodz THor'],
  ['«Pérez» & Cía. [2026] #1_b', "'Perez' + Cia. (2026) .1-b"],
  ['//Ref//7/', 'Ref/7'],
  ['a\tb\nc\u00a0d', 'a b c d'],
  ['100 € al 1º día…', '100 E al 1o dia...'],
  ['公司', 'NOTPROVIDED'],
  ['', 'NOTPROVIDED'],
])('«%s» reaches a bank as «%s»', (text, sent) => expect(sepaText(text, 70)).toBe(sent))

test('a name is cut where banks stop reading, and not left with a space at its end', () => {
  expect(sepaText(`${'x'.repeat(69)} y`, 70)).toBe('x'.repeat(69))
})

test('banks settle on working days that are no holiday of TARGET', () => {
  const closed = [
    '2026-11-21',
    '2026-11-22',
    '2027-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2028-12-26',
  ]
  const open = ['2026-11-23', '2026-12-08', '2026-10-12', '2026-01-06', '2027-12-24']
  for (const text of closed) expect([text, isBusinessDay(day(text))]).toEqual([text, false])
  for (const text of open) expect([text, isBusinessDay(day(text))]).toEqual([text, true])
  // Good Friday and Easter Monday of years of which everybody knows them.
  for (const text of ['2024-03-29', '2024-04-01', '2025-04-18', '2025-04-21', '2038-04-23', '2038-04-26'])
    expect([text, isBusinessDay(day(text))]).toEqual([text, false])
  expect(businessDayFrom(day('2026-04-03'))).toBe('2026-04-07')
})
