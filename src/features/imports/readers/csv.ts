/** CSV as spreadsheets write it: with semicolons, commas or tabs, in UTF-8, UTF-16 or the Windows of Western Europe. */
import { CsvError, parse } from 'csv-parse/sync'
import { Unreadable } from '#features/imports/readers/unreadable.ts'

const delimiters = [';', '\t', ','] as const

/** Rows of cells, the first with the headings; of an empty line, one empty cell. @throws Unreadable */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decoded(bytes)
  if (text.includes('\0')) throw new Unreadable('unknown_kind')
  try {
    const rows: string[][] = parse(text, {
      delimiter: findDelimiter(text),
      relax_column_count: true,
      max_record_size: 200_000,
    })
    return rows.map(cells => cells.map(withoutGuard))
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable('broken_csv', lineFacts(error))
    throw error
  }
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The sign that the first line has most of, outside of its quotes. */
function findDelimiter(text: string): string {
  const [line = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)
  const count = (sign: string) => line.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Our own files begin what looks like a formula with an apostrophe. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/u, '')

const lineFacts = (error: object) =>
  'lines' in error && typeof error.lines === 'number' ? { line: error.lines } : undefined
