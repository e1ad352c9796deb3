/** The table of a file: its headings, and its rows with the numbers by which a spreadsheet shows them. */
import { readCsv } from '#features/imports/readers/csv.ts'
import { Unreadable } from '#features/imports/readers/unreadable.ts'
import { isFormerExcel, isZip, readXlsx } from '#features/imports/readers/xlsx.ts'
import { maxCellLength, maxColumns, maxRows } from '#features/imports/rules/unreadable.ts'

export type FileRow = { readonly place: number; readonly cells: readonly string[] }
export type FileTable = { readonly headings: readonly string[]; readonly rows: readonly FileRow[] }

/** @throws Unreadable */
export async function readTable(bytes: Uint8Array): Promise<FileTable> {
  if (isFormerExcel(bytes)) throw new Unreadable('former_excel')
  const lines = (isZip(bytes) ? await readXlsx(bytes) : readCsv(bytes)).map(line => line.map(trimmed))
  const [first] = lines
  const headings = withoutEmptyEnd(first ?? [])
  if (headings.length === 0) throw new Unreadable('no_headings')
  const rows = lines
    .map((cells, index) => ({ place: index + 1, cells: cells.slice(0, headings.length) }))
    .slice(1)
    .filter(({ cells }) => cells.some(cell => cell !== ''))
  check(headings, rows)
  return { headings, rows }
}

function check(headings: readonly string[], rows: readonly FileRow[]): void {
  if (headings.length > maxColumns)
    throw new Unreadable('too_many_columns', { columns: headings.length, most: maxColumns })
  if (rows.length === 0) throw new Unreadable('no_rows')
  if (rows.length > maxRows) throw new Unreadable('too_many_rows', { rows: rows.length, most: maxRows })
  const isLong = (cell: string) => cell.length > maxCellLength
  if (headings.some(isLong)) throw new Unreadable('cell_too_long', { row: 1, most: maxCellLength })
  const long = rows.find(({ cells }) => cells.some(isLong))
  if (long) throw new Unreadable('cell_too_long', { row: long.place, most: maxCellLength })
}

/** PostgreSQL keeps no NUL, and no half of a pair. */
const trimmed = (cell: string): string => cell.replaceAll('\0', '').toWellFormed().trim()

const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex(cell => cell !== '') + 1)
