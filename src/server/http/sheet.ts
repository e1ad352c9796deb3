/** A sheet as a download: when reading its rows fails, the stream is aborted, so that a half file never looks whole. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csv } from '#server/sheets/csv.ts'
import type { Sheet } from '#server/sheets/sheet.ts'
import { xlsx } from '#server/sheets/xlsx.ts'

export type SheetFormat = 'csv' | 'xlsx'

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsx },
} as const

export function sendSheet(
  reply: FastifyReply,
  sheet: Sheet,
  { name, format }: { name: string; format: SheetFormat },
): FastifyReply {
  const { type, write } = formats[format]
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(Readable.from(write(sheet)))
}
