// PDFs that nobody made in good faith, and what a good one is drawn from.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

type Options = PDFKit.PDFDocumentOptions

/** Each page as `draw` says; encrypted when the options have a password. */
export async function pdfOf(
  options: Options,
  ...draw: ((page: PDFKit.PDFDocument) => void)[]
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0, ...options, autoFirstPage: false })
  for (const each of draw) {
    document.addPage()
    each(document)
  }
  document.end()
  const parts: Buffer[] = []
  for await (const part of document) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** An upright page, black in its upper left quarter. */
export const quarterBlack = (options: Options = {}) =>
  pdfOf(options, page => page.rect(0, 0, page.page.width / 2, page.page.height / 2).fill('black'))

/** Objects as they stand in the file, the first one its catalogue. */
function assembled(objects: readonly string[]): Buffer {
  const table: number[] = []
  let body = '%PDF-1.7\n'
  for (const [index, object] of objects.entries()) {
    table.push(body.length)
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const rows = table.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`, 'latin1')
}

const stream = (entries: string, content: string) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
const deflated = (content: string | Buffer) => deflateSync(content).toString('latin1')

/** One page with these entries; its content is object 4 and what it names begins at 5. */
function onePage(entries: string, content: string, named: readonly string[] = [], box = '0 0 595 842') {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R ${entries} >>`
  const tree = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
  return assembled(['<< /Type /Catalog /Pages 2 0 R >>', tree, page, content, ...named])
}

const form = (next: number, content: string) =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources << /XObject << /F ${next} 0 R >> >>`,
    content,
  )

/** Each form shows the next one thirty times. */
const laughs = () =>
  onePage('/Resources << /XObject << /F 5 0 R >> >>', stream('', '/F Do'), [
    ...Array.from({ length: 9 }, (_, depth) => form(6 + depth, '/F Do '.repeat(30))),
    stream('', ''),
  ])

/** As many curves as a page of ten megabytes may hold. */
export const endlessPage = () => {
  const curves = Array.from(
    { length: 300_000 },
    (_, i) => `${i % 600} 0 m ${i % 599} 800 ${i % 300} 900 9 842 c S`,
  )
  return onePage('/Resources << >>', stream('/Filter /FlateDecode', deflated(curves.join('\n'))))
}

const square = (box: string) => onePage('/Resources << >>', stream('', '0 0 100 100 re f'), [], box)

/** Of none of these there is a picture. */
export async function undrawable(): Promise<readonly (readonly [string, Buffer])[]> {
  const good = await quarterBlack()
  const everyPageItself = '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 5 >>'
  return [
    ['locked with a password', await quarterBlack({ userPassword: 'clave', ownerPassword: 'otra' })],
    ['cut off', good.subarray(0, good.length / 2)],
    ['random behind its first line', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)])],
    [
      'without pages',
      assembled(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
    ],
    [
      'whose pages are their own parents',
      assembled([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 5 >>',
        everyPageItself,
      ]),
    ],
    [
      'that shows itself in itself',
      onePage('/Resources << /XObject << /F 5 0 R >> >>', stream('', '/F Do'), [form(5, '/F Do /F Do')]),
    ],
    ['that grows thirtyfold nine times', laughs()],
    [
      'that unpacks to a gigabyte',
      onePage(
        '/Resources << >>',
        stream('/Filter [/FlateDecode /FlateDecode]', deflated(deflateSync(Buffer.alloc(2 ** 30, 'q ')))),
      ),
    ],
  ]
}

/** Of these there is one, and it is small. */
export const strange = (): readonly (readonly [string, Buffer])[] => [
  ['five metres wide', square('0 0 14400 14400')],
  ['endless', square('0 0 1e9 1e9')],
  ['without any size', square('0 0 0 0')],
  ['as thin as a hair', square('0 0 1 14400')],
  ['turned inside out', square('1e30 -5 -1e38 1e38')],
  [
    'nested two hundred thousand deep',
    onePage(
      `/Resources << >> /X ${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      stream('', `${'['.repeat(200_000)} TJ ${'q '.repeat(200_000)}`),
    ),
  ],
]
