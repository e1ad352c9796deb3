// Files to import, made in the test: XLSX by the product's own writer, and any bytes whatsoever.
import { buffer } from 'node:stream/consumers'
import { unzipSync, zipSync } from 'fflate'
import type { Cell } from '#server/sheets/sheet.ts'
import { xlsx } from '#server/sheets/xlsx.ts'

/** A workbook of one sheet. */
export function xlsxFile(
  headings: readonly string[],
  rows: readonly (readonly (string | Cell)[])[],
): Promise<Buffer> {
  const cells = rows.map(row => row.map(cell => (typeof cell === 'string' ? { text: cell } : cell)))
  const batches = (async function* () {
    yield cells
  })()
  return buffer(xlsx({ title: 'Hoja', columns: headings.map(header => ({ header, width: 20 })), batches }))
}

/** The workbook with the XML of its sheet changed, as no writer of ours would write it. */
export function withSheet(bytes: Uint8Array, change: (xml: string) => string): Buffer {
  const entries = unzipSync(bytes)
  const name = 'xl/worksheets/sheet1.xml'
  const xml = change(new TextDecoder().decode(entries[name]))
  return Buffer.from(zipSync({ ...entries, [name]: Buffer.from(xml) }))
}
