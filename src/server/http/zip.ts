/** A ZIP archive as a download: when reading a file fails, the stream is aborted, so that half of one never looks whole. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type ZipEntry, zip } from '#server/sheets/zip.ts'

export const sendZip = (reply: FastifyReply, name: string, entries: AsyncIterable<ZipEntry>): FastifyReply =>
  reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(Readable.from(zip(entries)))
