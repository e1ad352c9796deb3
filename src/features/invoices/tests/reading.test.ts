// Any file is read, or refused with its reason, in a thread that ends within its bounds.
import fs from 'node:fs'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  invoiceReader,
  type Reading,
  readInvoice,
  readingBounds,
} from '#features/invoices/readers/reading.ts'
import { endlessPage, pdfOf, quarterBlack, strange, undrawable } from '#tests/support/hostile-pdfs.ts'
import {
  ciiFile,
  facturaeFile,
  iban,
  invoicePdf,
  invoiceRows,
  qrPicture,
  signedFacturae,
  ublFile,
  verifactuAddress,
} from '#tests/support/invoice-files.ts'

const patient = { timeout: 90_000 }
const read = (bytes: Buffer): Promise<Reading> => readInvoice({ bytes, ownTaxIds: ['A28000008'] })

test('a kind is known by what is in the file', patient, async () => {
  expect(await read(ublFile())).toMatchObject({ source: 'ubl', totalMinor: 12100n })
  expect(await read(ciiFile())).toMatchObject({ source: 'cii', totalMinor: 22000n })
  expect(await read(Buffer.from(signedFacturae(facturaeFile())))).toMatchObject({
    source: 'facturae',
    signature: { state: 'sound' },
  })
  expect(
    await read(Buffer.from(`\ufeff${facturaeFile().replace('UTF-8', 'UTF-16')}`, 'utf16le')),
  ).toMatchObject({
    source: 'facturae',
  })
})

test(
  'of a PDF that carries an invoice it is read, and beside it QR and text are compared',
  patient,
  async () => {
    const file = { name: 'factur-x.xml', bytes: ciiFile() }
    const text = ['TOTAL FACTURA 999,00 €']
    expect(await read(await invoicePdf({ file, text, qr: verifactuAddress }))).toMatchObject({
      source: 'facturx',
      totalMinor: 22000n,
      trust: { total: 'exact' },
      qr: { system: 'verifactu' },
      claims: [
        { from: 'qr', totalMinor: 12100n },
        { from: 'text', totalMinor: 99900n },
      ],
    })
  },
)

test('an attachment that is no invoice does not stop the reading of the rest', patient, async () => {
  const file = { name: 'otra-cosa.xml', bytes: Buffer.from('<!DOCTYPE a><a/>') }
  expect(await read(await invoicePdf({ file, text: invoiceRows }))).toMatchObject({ source: 'text' })
})

test('of a PDF without XML the QR is exact and the text is proposed', patient, async () => {
  expect(await read(await invoicePdf({ text: invoiceRows, qr: verifactuAddress }))).toMatchObject({
    source: 'qr',
    issuer: { taxId: 'B12345674' },
    recipient: { taxId: 'A28000008' },
    number: 'F-2026/014',
    issuedOn: '2026-11-03',
    totalMinor: 12100n,
    dues: [{ on: '2026-12-03' }],
    ibans: [iban],
    trust: {
      issuerTaxId: 'exact',
      number: 'exact',
      issuedOn: 'exact',
      total: 'exact',
      dues: 'proposed',
      ibans: 'proposed',
    },
  })
})

test('of a PDF with text alone every field is proposed', patient, async () => {
  const reading = await read(await invoicePdf({ text: invoiceRows }))
  expect(reading).toMatchObject({
    source: 'text',
    issuer: { taxId: 'B12345674' },
    number: 'F-2026/014',
    issuedOn: '2026-11-03',
    totalMinor: 12100n,
    ibans: [iban],
  })
  expect('trust' in reading && new Set(Object.values(reading.trust))).toEqual(new Set(['proposed']))
})

test('of a photo the QR is read', patient, async () => {
  expect(await read(await qrPicture(verifactuAddress))).toMatchObject({ source: 'qr', totalMinor: 12100n })
})

/** A PNG that claims a size and has a few rows. */
function claimingPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PDF whose attachment unpacks to a hundred megabytes. */
const bombed = () =>
  pdfOf({}, page => void page.file(Buffer.alloc(100 * 1024 * 1024, ' '), { name: 'factur-x.xml' }))

const hostile: readonly (readonly [string, () => Buffer | Promise<Buffer>, string])[] = [
  ['nothing', () => Buffer.alloc(0), 'empty'],
  ['too much', () => Buffer.alloc(10 * 1024 * 1024 + 1), 'too_large'],
  ['a million levels', () => Buffer.from('<a>'.repeat(1_000_000)), 'xml_too_large'],
  [
    'entities of entities',
    () => Buffer.from('<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "d">]><a>&b;</a>'),
    'xml_with_dtd',
  ],
  [
    'a ZIP of a gigabyte',
    () => Buffer.from(zipSync({ 'a.xml': new Uint8Array(64 * 1024 * 1024) })),
    'archive',
  ],
  ['a PDF whose attachment is a bomb', bombed, 'too_large too_much_memory'],
  ['a picture of 30,000 × 30,000', () => claimingPng(30_000, 30_000), 'picture_too_large'],
  ['a picture that is cut off', () => claimingPng(3000, 3000), 'picture_broken picture_without_qr'],
  ['a QR that is a script', () => qrPicture('javascript:alert(document.cookie)'), 'picture_without_qr'],
  ['a locked PDF', () => quarterBlack({ userPassword: 'clave', ownerPassword: 'otra' }), 'pdf_locked'],
  ['a PDF with nothing to read', () => quarterBlack(), 'nothing_found'],
  ['a page without end', () => endlessPage(), 'nothing_found takes_too_long'],
  ['a program', () => Buffer.from('MZ\u0000\u0000 program'), 'unknown_kind'],
]

test.each(hostile)('%s is refused', patient, async (_, bytes, kinds) => {
  const reading = await read(await bytes())
  expect('refused' in reading && kinds.split(' ')).toContain('refused' in reading && reading.refused)
})

const pdfs = async () => [...(await undrawable()), ...strange()]

test.each(await pdfs())('a PDF %s is refused, and the next file is read', patient, async (_, bytes) => {
  expect(await read(bytes)).toHaveProperty('refused')
})

test('what takes longer than it may is refused for that', patient, async () => {
  const reading = await readInvoice(
    { bytes: endlessPage(), ownTaxIds: [] },
    { ...readingBounds, computingMs: 150 },
  )
  expect(reading).toEqual({ refused: 'takes_too_long' })
})

test('any bytes behind any beginning are read or refused', patient, async () => {
  const starts = fc.constantFrom(
    '',
    '<',
    '<?xml ',
    '%PDF-1.7\n',
    '\u00ff\u00d8\u00ff',
    '\u0089PNG\r\n\u001a\n',
    'PK\u0003\u0004',
    '    ftypheic',
  )
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
      const reading = await read(Buffer.concat([Buffer.from(start, 'latin1'), rest]))
      expect('refused' in reading || 'source' in reading).toBe(true)
    }),
    { numRuns: 12 },
  )
})

test('a photo in HEIC is given to no reader unless the operator asks for it', patient, async () => {
  const photo = fs.readFileSync('tests/support/quarter-black.heic')
  const job = { bytes: photo, ownTaxIds: [] }
  expect(await invoiceReader(false)(job)).toEqual({ refused: 'unknown_kind' })
  expect(await invoiceReader(true)(job)).toEqual({ refused: 'picture_without_qr' })
})
