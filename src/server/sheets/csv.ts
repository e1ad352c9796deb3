/** CSV for a Spanish Excel: UTF-8 with a byte order mark, semicolons, decimal commas, dd/mm/yyyy. */
import { formatDay } from '#kernel/day.ts'
import type { Cell, Row, Sheet } from '#server/sheets/sheet.ts'

export async function* csv({ columns, batches }: Sheet): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${csvLine(columns.map(({ header }) => ({ text: header })))}`)
  for await (const rows of batches) yield Buffer.from(rows.map(csvLine).join(''))
}

const csvLine = (row: Row): string => `${row.map(cellText).join(';')}\r\n`

function cellText(cell: Cell): string {
  if ('number' in cell) return cell.number.replace('.', ',')
  return 'day' in cell ? formatDay(cell.day) : quoted(withoutFormula(cell.text))
}

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Text with an apostrophe before anything that a spreadsheet would run as a formula, so that it is shown as typed.
 * Source: OWASP, CSV injection; full-width characters begin formulas too.
 */
const withoutFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)
