/**
 * The first sheet of an Excel workbook, each cell as a Spaniard would type it: numbers by their digits, with a decimal
 * comma and never as a float, days as dd/mm/yyyy. Of formulas the value that the spreadsheet last saw.
 */
import { type Unzipped, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { Unreadable } from '#features/imports/readers/unreadable.ts'
import { maxUnpackedBytes } from '#features/imports/rules/unreadable.ts'
import { formatDay } from '#kernel/day.ts'

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Excel until 2003, and workbooks with a password. */
export const isFormerExcel = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf

/** Rows of cells, the first with the headings. @throws Unreadable */
export async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  const entries = unpacked(bytes)
  if (!entries['xl/workbook.xml']) throw new Unreadable('broken_workbook')
  // Packed anew without compression: the reader then unpacks nothing, in no thread of its own.
  const plain = zipSync(withPreparedSheets(entries), { level: 0 })
  try {
    const rows = await readSheet<string>(new Blob([Buffer.from(plain)]), { parseNumber: decimalText })
    return rows.map(cells => cells.map(cellText))
  } catch (cause) {
    throw cause instanceof RangeError ? cause : new Unreadable('broken_workbook')
  }
}

/** Entries of the archive, once they say that together they are not too large. */
function unpacked(bytes: Uint8Array): Unzipped {
  let size = 0
  const isWanted = (name: string) => /\.(xml|rels)$/i.test(name)
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize
        return false
      },
    })
    if (size > maxUnpackedBytes) throw new Unreadable('unpacks_too_large')
    return unzipSync(bytes, { filter: ({ name }) => isWanted(name) })
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('broken_workbook')
  }
}

/** The archive with its sheets as the reader takes them. */
const withPreparedSheets = (entries: Unzipped): Unzipped =>
  Object.fromEntries(
    Object.entries(entries).map(([name, content]) =>
      /^xl\/worksheets\/[^/]+\.xml$/i.test(name) ? [name, preparedSheet(content)] : [name, content],
    ),
  )

/**
 * The sheet with what the reader lacks: cells whose formula failed or was never calculated say what a spreadsheet shows,
 * instead of being empty, and every cell says its address, which the format leaves to the writer, and ours leaves out.
 */
const preparedSheet = (content: Uint8Array): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    withAddresses(
      new TextDecoder()
        .decode(content)
        .replace(/(<c\b[^>]*\st=")e"/g, '$1str"')
        .replace(/(<f\b[^>]*\/>|<\/f>)(?=<\/c>)/g, '$1<v>#SIN CALCULAR!</v>'),
    ),
  )

function withAddresses(xml: string): string {
  let row = 0
  let column = 0
  return xml.replace(
    /<(row|c)\b((?:\s[^>]*?)?)(\/?)>/g,
    (tag, name: string, attributes: string, end: string) => {
      const [, letters = '', digits = ''] = /\sr="([A-Z]*)(\d+)"/.exec(attributes) ?? []
      if (name === 'row') {
        row = digits === '' ? row + 1 : Number(digits)
        column = 0
        return tag
      }
      column = letters === '' ? column + 1 : columnNumber(letters)
      return letters === '' ? `<c r="${columnLetters(column)}${row}"${attributes}${end}>` : tag
    },
  )
}

/** 1 is A, 27 is AA. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function columnLetters(column: number): string {
  const rest = column - 1
  const letter = String.fromCharCode(65 + (rest % 26))
  return rest < 26 ? letter : columnLetters(Math.floor(rest / 26)) + letter
}

/** Most digits of a number that a cell of a company's file can have. */
const maxDigits = 40

/**
 * A number of the file, as `1234.5` or `1.2345E3`, with a decimal comma and without an exponent; one that is absurdly
 * long stays as it is, which no field accepts.
 */
export function decimalText(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(number) ?? []
  if (whole === '') return number
  const shift = Number(exponent)
  if (Math.abs(shift) > maxDigits) return number
  const point = whole.length + shift
  const digits = (whole + fraction).padEnd(point, '0')
  const before = point > 0 ? digits.slice(0, point).replace(/^0+(?=\d)/, '') : '0'
  const after = (point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits).replace(/0+$/, '')
  return after === '' ? `${sign}${before}` : `${sign}${before},${after}`
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '#FECHA!' : dayText(cell)
  return String(cell)
}

const dayText = (date: Date): string => {
  const text = date.toISOString()
  return /^\d{4}-/.test(text) ? formatDay(text.slice(0, 10)) : '#FECHA!'
}
