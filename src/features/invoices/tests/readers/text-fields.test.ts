import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proposedInvoice } from '#features/invoices/readers/proposed-invoice.ts'
import { readTextFields } from '#features/invoices/readers/text-fields.ts'
import { iban, invoiceRows } from '#tests/support/invoice-files.ts'

test('labels say what stands beside them', () => {
  expect(readTextFields(invoiceRows)).toEqual({
    number: 'F-2026/014',
    issuedOn: '2026-11-03',
    dueOn: '2026-12-03',
    totalMinor: 12100n,
    currency: 'EUR',
    taxIds: ['B12345674', 'A28000008'],
    ibans: [iban],
  })
})

test('values may stand below their labels, in the same column', () => {
  const read = readTextFields([
    'Nº Factura\tFecha\tTotal',
    '2026-77\t3-11-2026\t1.234,56',
    'Base imponible\t1.020,30',
    'Total IVA\t214,26',
  ])
  expect(read).toMatchObject({ number: '2026-77', issuedOn: '2026-11-03', totalMinor: 123456n })
})

test.each([
  ['TOTAL A PAGAR 1.234,56 €', 123456n],
  ['Total factura: 1,234.56', 123456n],
  ['TOTAL 99,00', 9900n],
  ['Total base imponible 99,00', null],
  ['Total: doscientos', null],
  ['Subtotal 5,00', null],
])('%s', (row, expected) => {
  expect(readTextFields([row]).totalMinor).toBe(expected)
})

test('a text with a total and nothing of whose or which it is, as of a quotation, is no invoice', () => {
  const proposed = (...rows: string[]) => proposedInvoice(null, readTextFields(rows), [])
  expect(proposed('Presupuesto 2026-118', 'Total 3.480,55 €')).toBeNull()
  expect(proposed('Total 3.480,55 €', 'Nº Factura: F-12')).toMatchObject({
    number: 'F-12',
    totalMinor: 348055n,
  })
  expect(proposed('Total 3.480,55 €', 'NIF: B12345674')).toMatchObject({ issuer: { taxId: 'B12345674' } })
})

test('any text is read without an error, and quickly', () => {
  const words = fc.constantFrom(
    'Total',
    'factura',
    'nº',
    'fecha',
    '1.234,56',
    '03/11/2026',
    'ES91',
    '\t',
    ' ',
    'ñ',
    '😀',
    '0'.repeat(50),
  )
  fc.assert(
    fc.property(fc.array(fc.array(words, { maxLength: 30 }).map(some => some.join(' '))), rows => {
      expect(readTextFields(rows)).toHaveProperty('number')
    }),
  )
  const before = performance.now()
  readTextFields(Array.from({ length: 5000 }, () => 'total 1.'.repeat(300)))
  readTextFields([`ES91${' 2'.repeat(100_000)}`, '1.'.repeat(100_000), 'n'.repeat(100_000)])
  expect(performance.now() - before).toBeLessThan(4000)
})
