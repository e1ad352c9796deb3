// Messages that bring invoices, and others, as programs of mail write them.
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { ublFile } from '#tests/support/invoice-files.ts'

export type Part = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }

let numbers = 0
const another = () => ++numbers
export const xml = (): Part => ({
  name: 'factura.xml',
  type: 'application/xml',
  bytes: new Uint8Array(Buffer.from(`${ublFile()}`.replaceAll('F-2026/014', `M-${another()}`))),
})
export const pdf = (): Part => ({
  name: 'factura.pdf',
  type: 'application/pdf',
  bytes: simplePdf([`Factura ${another()}`]),
})

/** A message as programs of mail write it. */
export const mail = (from: string, parts: readonly Part[], headers = '') =>
  [
    `From: Cristales <${from}>`,
    `Message-ID: <${another()}@test>`,
    'Subject: Factura de mayo',
    'Date: Thu, 26 Nov 2026 10:00:00 +0100',
    `${headers}MIME-Version: 1.0`,
    'Content-Type: multipart/mixed; boundary=frontera',
    '',
    '--frontera',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Adjunto la factura.',
    ...parts.flatMap(({ name, type, bytes }) => [
      '--frontera',
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ]),
    '--frontera--',
    '',
  ].join('\r\n')

/** Parts within parts, deeper than anybody writes. */
export function nested(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  )
  return `From: x@y.example\r\n${open.join('')}Content-Type: text/plain\r\n\r\nhola\r\n`
}
