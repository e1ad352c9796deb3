import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceFromKept, keptFromInvoice } from '#features/invoices/rules/kept-reading.ts'
import { nobody, type ReceivedInvoice, trustAll } from '#features/invoices/rules/received.ts'

const read: ReceivedInvoice = {
  source: 'text',
  trust: trustAll('proposed'),
  issuer: { name: 'Cristales', taxId: 'B12345674', country: 'ES' },
  recipient: nobody,
  payee: null,
  number: 'F-1',
  issuedOn: null,
  dues: [{ on: null, amountMinor: 12_100n }],
  terms: null,
  currency: 'EUR',
  totalMinor: 12_100n,
  breakdown: null,
  unbroken: 'not_in_file',
  payableMinor: null,
  ibans: ['ES9121000418450200051332'],
  otherAccounts: [],
  isCreditNote: false,
  corrects: [],
  lines: [],
  qr: null,
  claims: [],
  signature: null,
}

test('a reading that is kept says what it said, whatever its texts and amounts', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter(each => !/\p{Cc}/u.test(each))
  const minor = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
  fc.assert(
    fc.property(text, text, minor, minor, (name, number, totalMinor, dueMinor) => {
      const invoice: ReceivedInvoice = {
        ...read,
        issuer: { ...read.issuer, name },
        number,
        totalMinor,
        dues: [{ on: null, amountMinor: dueMinor }],
        claims: [{ from: 'qr', issuerTaxId: null, number, issuedOn: null, totalMinor }],
      }
      expect(invoiceFromKept(keptFromInvoice(invoice))).toEqual(invoice)
    }),
  )
})

test('what no database keeps is left out, and what has no end is cut', () => {
  const hostile = {
    ...read,
    number: 'F\u0000-\ud8001',
    terms: 'x'.repeat(5000),
    ibans: Array.from({ length: 5000 }, () => 'ES9121000418450200051332'),
    lines: [{ description: 'Cristales', amountMinor: 1n }],
  }
  const kept = keptFromInvoice(hostile)
  expect(kept).not.toMatch(/\\u0000|\\ud800/)
  const again = invoiceFromKept(kept)
  expect([again?.terms?.length, again?.ibans.length, again?.lines]).toEqual([300, 500, []])
})

test('what another release kept in another shape counts as not read', () => {
  expect(invoiceFromKept('{"shape":2,"invoice":{}}')).toBeNull()
})
