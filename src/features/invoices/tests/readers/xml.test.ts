// Invoices in XML, made by ourselves: every field of each kind, and what is refused.
import { expect, test } from 'vitest'
import { breakdownProblems } from '#features/documents/rules/breakdown.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { readXmlInvoice } from '#features/invoices/readers/xml.ts'
import { ciiFile, facturaeFile, iban, signedFacturae, ublFile } from '#tests/support/invoice-files.ts'

const facturae = (...changes: Parameters<typeof facturaeFile>) => Buffer.from(facturaeFile(...changes))

function refusal(bytes: Buffer) {
  try {
    readXmlInvoice(bytes)
  } catch (error) {
    if (error instanceof Unreadable) return [error.kind, error.facts]
    throw error
  }
  return ['read']
}

test('UBL is read to the cent', () => {
  const read = readXmlInvoice(ublFile())
  expect(read).toMatchObject({
    source: 'ubl',
    issuer: { name: 'Cristales del Sur SL', taxId: 'ESB12345674', country: 'ES' },
    recipient: { name: 'Hoteles Uno SA', taxId: 'ESA28000008' },
    number: 'F-2026/014',
    issuedOn: '2026-11-03',
    dues: [{ on: '2026-12-03', amountMinor: null }],
    terms: 'A 30 días',
    currency: 'EUR',
    totalMinor: 12100n,
    payableMinor: 10100n,
    breakdown: {
      taxLines: [{ kind: 'iva', rate: 2100, baseMinor: 10000n, taxMinor: 2100n }],
      prepaidMinor: 2000n,
    },
    ibans: [iban],
    isCreditNote: false,
    corrects: [{ number: 'F-2026/001', issuedOn: null }],
    lines: [{ description: 'Cristales & marcos', amountMinor: 10000n }],
    trust: { total: 'exact', issuerTaxId: 'exact' },
  })
})

test('a credit note of UBL, or an invoice below zero, reduces what is owed, in positive amounts', () => {
  expect(readXmlInvoice(ublFile({ kind: 'CreditNote' }))).toMatchObject({
    isCreditNote: true,
    totalMinor: 12100n,
  })
  expect(readXmlInvoice(ublFile({ total: '-121.00' }))).toMatchObject({
    isCreditNote: true,
    totalMinor: 12100n,
  })
  expect(refusal(ublFile({ kind: 'CreditNote', total: '-121.00' }))).toEqual([
    'negative_credit_note',
    undefined,
  ])
})

test('CII is read to the cent, with parts, rounding, another payee and an account that is none', () => {
  expect(readXmlInvoice(ciiFile())).toMatchObject({
    source: 'cii',
    issuer: { taxId: 'ESB12345674', country: 'ES' },
    payee: { name: 'Banco Factor SA' },
    number: '77',
    issuedOn: '2026-11-03',
    dues: [
      { on: '2026-12-03', amountMinor: 11000n },
      { on: '2027-01-03', amountMinor: 11002n },
    ],
    totalMinor: 22000n,
    payableMinor: 22002n,
    breakdown: {
      roundingMinor: 2n,
      taxLines: [{ kind: 'iva', rate: 1000, baseMinor: 20000n, taxMinor: 2000n }],
    },
    ibans: [],
    otherAccounts: ['ES00 0000'],
  })
  expect(readXmlInvoice(ciiFile({ type: '381' })).isCreditNote).toBe(true)
})

test.each(['3.2', '3.2.1', '3.2.2'])('Facturae %s is read to the cent', version => {
  const read = readXmlInvoice(facturae({ version }))
  expect(read).toMatchObject({
    source: 'facturae',
    issuer: { name: 'Cristales del Sur SL', taxId: 'B12345674', country: 'ES' },
    recipient: { name: 'Ana Núñez', taxId: '00000000T', country: 'ES' },
    number: 'A-14',
    issuedOn: '2026-11-03',
    dues: [{ on: '2026-12-03', amountMinor: 116200n }],
    totalMinor: 131200n,
    payableMinor: 116200n,
    breakdown: {
      taxLines: [
        { kind: 'iva', rate: 2100, baseMinor: 100000n, taxMinor: 21000n },
        { kind: 'recargo', rate: 520, baseMinor: 100000n, taxMinor: 5200n },
      ],
      disbursementsMinor: 5000n,
      withholding: { kind: 'irpf', rate: 1500, baseMinor: 100000n, withheldMinor: 15000n },
    },
    ibans: [iban],
    lines: [{ description: 'Rótulo de cristal', amountMinor: 100000n }],
    signature: null,
  })
  expect(read.breakdown && breakdownProblems(131200n, read.breakdown)).toEqual([])
})

test('a corrective Facturae by differences is a credit note that says what it corrects', () => {
  const read = readXmlInvoice(facturae({ sign: '-' }))
  expect(read).toMatchObject({ isCreditNote: true, totalMinor: 131200n, corrects: [{ number: 'A-9' }] })
  expect(read.breakdown && breakdownProblems(131200n, read.breakdown)).toEqual([])
})

test('what bears no tax is a line of its own, so that the breakdown adds up', () => {
  const { breakdown } = readXmlInvoice(facturae({ base: '900.00' }))
  expect(breakdown?.taxLines.at(-1)).toEqual({ kind: 'exento', rate: 0, baseMinor: 10000n, taxMinor: 0n })
})

test('a tax of a Facturae that leaves its quota out has that of its base and rate', () => {
  const bare = facturaeFile().replace('<TaxAmount><TotalAmount>210.00</TotalAmount></TaxAmount>', '')
  expect(readXmlInvoice(Buffer.from(bare))).toEqual(readXmlInvoice(facturae({})))
})

test.each(['DKK', 'NOK', 'SEK', 'CHF', 'HUF', 'PLN', 'CZK'])(
  'an invoice in %s, as the European test set has them, is read to the cent',
  currency => {
    expect(readXmlInvoice(ublFile({ currency }))).toMatchObject({ currency, totalMinor: 12100n })
  },
)

test('the encoding is the one that the file declares', () => {
  const latin = facturaeFile().replace('UTF-8', 'ISO-8859-1')
  expect(readXmlInvoice(Buffer.from(latin, 'latin1')).recipient.name).toBe('Ana Núñez')
})

test('a signed Facturae says who signed, when, and that nothing has changed', () => {
  expect(readXmlInvoice(Buffer.from(signedFacturae(facturaeFile()))).signature).toMatchObject({
    state: 'sound',
    signer: 'PRUEBA FICTICIA - 00000000T',
    signerTaxId: '00000000T',
    signedAt: '2026-11-30T10:00:00.000Z',
    validFrom: '2026-11-25T00:53:49.000Z',
  })
})

test('whoever changes a signed file is told on, wherever they change it', () => {
  const signed = signedFacturae(facturaeFile())
  const stateOf = (text: string) => readXmlInvoice(Buffer.from(text)).signature?.state
  expect(stateOf(signed.replace('<InvoiceTotal>1112.00', '<InvoiceTotal>9112.00'))).toBe('altered')
  expect(stateOf(signed.replace('<Items>', '<Items> '))).toBe('altered')
  expect(stateOf(signed.replace('<InvoiceNumber>14', '<!--a--><InvoiceNumber>14'))).toBe('sound')
  expect(stateOf(signed.replace(/(<ds:SignatureValue>)..../, '$1AAAA'))).toBe('wrong')
  expect(stateOf(signed.replace(/(<ds:X509Certificate>)..../, '$1AAAA'))).toBe('wrong')
  expect(stateOf(signed.replace('ecdsa-sha256', 'rsa-sha256'))).toBe('wrong')
  expect(stateOf(signed.replace('xmlenc#sha256', 'xmlenc#md5'))).toBe('unsupported')
  expect(stateOf(signed.replace('URI=""', 'URI="http://example.com/a.xml"'))).toBe('unsupported')
})

test('a signature of a part, or of one of two elements with its id, is not taken for one of the file', () => {
  const signed = signedFacturae(facturaeFile())
  const stateOf = (text: string) => readXmlInvoice(Buffer.from(text)).signature?.state
  expect(stateOf(signed.replace('URI=""', 'URI="#p"').replace('<Parties>', '<Parties Id="p">'))).toBe(
    'unsupported',
  )
  const twice = signed.replace('URI=""', 'URI="#r"').replace('<fe:Facturae ', '<fe:Facturae Id="r" ')
  expect(stateOf(twice.replace('<Parties>', '<Parties Id="r">'))).toBe('unsupported')
})

const noTax = { taxes: ' ' }
test('a breakdown that a file cannot have is none, with the reason', () => {
  expect(readXmlInvoice(ublFile(noTax))).toMatchObject({ breakdown: null, unbroken: 'not_in_file' })
  const odd = facturaeFile().replace('<TaxRate>21.00', '<TaxRate>21.125')
  expect(readXmlInvoice(Buffer.from(odd))).toMatchObject({
    breakdown: null,
    unbroken: 'odd_rate',
    totalMinor: 131200n,
  })
  const retained = facturaeFile().replace(
    '</InvoiceTotals>',
    '<AmountsWithheld><WithholdingAmount>5.00</WithholdingAmount></AmountsWithheld></InvoiceTotals>',
  )
  expect(readXmlInvoice(Buffer.from(retained)).unbroken).toBe('retained_guarantee')
})

test.each([
  ['unknown_currency', ublFile({ currency: 'XTS' })],
  ['too_many_decimals', ublFile({ total: '121.005' })],
  ['not_an_amount', ublFile({ total: 'ciento' })],
  ['amount_too_long', ublFile({ total: '1'.repeat(20) })],
  [
    'mixed_currencies',
    Buffer.from(
      ublFile()
        .toString()
        .replace('TaxInclusiveAmount currencyID="EUR"', 'TaxInclusiveAmount currencyID="USD"'),
    ),
  ],
  [
    'incomplete',
    Buffer.from(
      ublFile()
        .toString()
        .replace(/<b:ID>F-2026.014<\/b:ID>/, ''),
    ),
  ],
  ['other_xml', ciiFile({ version: '12' })],
  ['other_xml', Buffer.from('<a/>')],
  ['old_version', facturae({ version: '3.1' })],
  ['many_invoices', facturae({ invoices: 2 })],
  ['xml_malformed', ublFile().subarray(0, 900)],
  ['xml_with_dtd', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
])('refused as %s: %#', (kind, bytes) => {
  expect(refusal(bytes)[0]).toBe(kind)
})
