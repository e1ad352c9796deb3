/** A sheet as a download: when reading its rows fails, the stream is aborted, so that a half file never looks whole. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { framed } from '#kernel/frame.ts'
import { csv } from '#server/sheets/csv.ts'
import type { Row, Sheet } from '#server/sheets/sheet.ts'
import { xlsx } from '#server/sheets/xlsx.ts'

export type SheetFormat = 'csv' | 'xlsx'

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsx },
} as const

export type FileShape = {
  readonly name: string
  readonly format: SheetFormat
  /** True for a page that shows how many rows have been read. */
  readonly isFramed?: boolean
}

export function sendSheet(
  reply: FastifyReply,
  sheet: Sheet,
  { name, format, isFramed = false }: FileShape,
): FastifyReply {
  const { type, write } = formats[format]
  return reply
    .header('content-type', isFramed ? 'application/octet-stream' : type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(Readable.from(isFramed ? framedSheet(sheet, write) : write(sheet)))
}

function framedSheet(sheet: Sheet, write: (sheet: Sheet) => AsyncIterable<Uint8Array>) {
  let rows = 0
  async function* counted(batches: AsyncIterable<readonly Row[]>) {
    for await (const batch of batches) {
      rows += batch.length
      yield batch
    }
  }
  return framed(write({ ...sheet, batches: counted(sheet.batches) }), () => rows)
}
