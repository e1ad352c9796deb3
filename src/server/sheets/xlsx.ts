/**
 * An Excel workbook: typed numbers and dates, a frozen header with filters. Texts are never formulas. A list that is longer
 * than a sheet goes on in the next one.
 */
import { type Day, dayFrom, daysBetween } from '#kernel/day.ts'
import type { Cell, Row, Sheet } from '#server/sheets/sheet.ts'
import { type ZipEntry, zip } from '#server/sheets/zip.ts'

/** Rows of a sheet, below its header. Excel opens 1,048,576. */
const maxRows = 1_000_000

export function xlsx(sheet: Sheet, rowsPerSheet = maxRows): AsyncGenerator<Uint8Array> {
  return zip(workbookEntries(sheet, rowsPerSheet))
}

/** The sheets, and around them a frame that names as many as there were. */
async function* workbookEntries(
  { title, columns, batches }: Sheet,
  rowsPerSheet: number,
): AsyncGenerator<ZipEntry> {
  const rows = new Rows(batches)
  const titles: string[] = []
  // First: by its name programs tell a workbook from another archive.
  yield xmlEntry('_rels/.rels', relationsTo(['officeDocument', 'xl/workbook.xml']))
  try {
    do {
      titles.push(titles.length === 0 ? title : `${title} ${titles.length + 1}`)
      const content = sheetXml(columns, rows.next(rowsPerSheet))
      yield { name: `xl/worksheets/sheet${titles.length}.xml`, content }
    } while (!(await rows.areRead()))
  } finally {
    await rows.close()
  }
  yield* entriesAroundSheets(titles)
}

/** Rows in batches, some thousands at a time. */
class Rows {
  readonly #batches: AsyncIterator<readonly Row[]>
  #batch: readonly Row[] = []

  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  async areRead(): Promise<boolean> {
    while (this.#batch.length === 0) {
      const { done, value } = await this.#batches.next()
      if (done) return true
      this.#batch = value
    }
    return false
  }

  /** Batches of the next `most` rows, or of all that are left. */
  async *next(most: number): AsyncGenerator<readonly Row[]> {
    for (let left = most; left > 0 && !(await this.areRead()); ) {
      const batch = this.#batch.slice(0, left)
      this.#batch = this.#batch.slice(left)
      left -= batch.length
      yield batch
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.()
  }
}

async function* sheetXml(
  columns: Sheet['columns'],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${declaration}<worksheet xmlns="${spreadsheetNamespace}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  yield `<cols>${widths.join('')}</cols><sheetData>`
  yield rowXml(
    columns.map(({ header }) => ({ text: header })),
    styles.header,
  )
  let last = 1
  for await (const rows of batches) {
    last += rows.length
    yield rows.map(row => rowXml(row)).join('')
  }
  yield `</sheetData><autoFilter ref="A1:${columnName(columns.length)}${last}"/></worksheet>`
}

/** Name of a column by its number: 1 is A, 27 is AA. */
function columnName(number: number): string {
  const rest = number - 1
  const letter = String.fromCharCode(65 + (rest % 26))
  return rest < 26 ? letter : columnName(Math.floor(rest / 26)) + letter
}

const rowXml = (row: Row, style?: number): string =>
  `<row>${row.map(cell => cellXml(cell, style)).join('')}</row>`

function cellXml(cell: Cell, style: number = styles.text): string {
  if ('number' in cell) return `<c s="${styles.amount}"><v>${cell.number}</v></c>`
  if ('day' in cell) return `<c s="${styles.day}"><v>${toSerialDay(cell.day)}</v></c>`
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.text)}</t></is></c>`
}

/** The origin of Excel's day numbers, which count a 29 February 1900 that never existed. */
const dayZero = dayFrom('1900-01-01')

/** Days already counted: a long list has many orders of one day. */
const serialDays = new Map<string, number>()

function toSerialDay(text: string): number {
  const known = serialDays.get(text)
  if (known !== undefined) return known
  if (serialDays.size >= 10_000) serialDays.clear()
  const serial = countDays(text)
  serialDays.set(text, serial)
  return serial
}

function countDays(text: string): number {
  const day: Day | null = dayFrom(text)
  if (day === null || dayZero === null) throw new Error(`no day: ${text}`)
  return daysBetween(dayZero, day) + 2
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold, not even escaped
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const special = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]/u

/** Most texts have nothing to escape, and are asked once. */
const escaped = (text: string): string => (special.test(text) ? escapedOneByOne(text) : text)

const escapedOneByOne = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into `cellXfs` below. */
const styles = { text: 0, header: 1, amount: 2, day: 3 } as const

const stylesXml = `<styleSheet xmlns="${spreadsheetNamespace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/>
<xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/>
<xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** The parts of a workbook around its sheets. */
function entriesAroundSheets(titles: readonly string[]): ZipEntry[] {
  const numbers = titles.map((_, place) => place + 1)
  const sheets = titles.map(
    (title, place) => `<sheet name="${escaped(title)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  )
  return [
    xmlEntry('[Content_Types].xml', contentTypes(numbers)),
    xmlEntry(
      'xl/workbook.xml',
      `<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${officeNamespace}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ),
    xmlEntry(
      'xl/_rels/workbook.xml.rels',
      relationsTo(...numbers.map(number => ['worksheet', `worksheets/sheet${number}.xml`] as const), [
        'styles',
        'styles.xml',
      ]),
    ),
    xmlEntry('xl/styles.xml', stylesXml),
  ]
}

const xmlEntry = (name: string, xml: string): ZipEntry => ({ name, content: once(`${declaration}${xml}`) })

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

const relationsTo = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packageNamespace}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${officeNamespace}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const contentTypes = (sheets: readonly number[]): string => `<Types xmlns="${packageNamespace}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${workbookType}.sheet.main+xml"/>
${sheets.map(number => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${workbookType}.worksheet+xml"/>`).join('\n')}
<Override PartName="/xl/styles.xml" ContentType="${workbookType}.styles+xml"/></Types>`
