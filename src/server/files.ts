/**
 * Uploaded files in a local folder. The content decides the type, never the name; size and SHA-256 are
 * measured while the bytes stream to disk. The blob is durable before its row is written, so that a row
 * always has its blob; a blob without a row is what an interruption leaves, and is swept.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { BlobFolder, isDiskFull, type Kept } from '#server/blob-folder.ts'
import { commonProblem } from '#server/problems.ts'

export type Blob = { readonly size: number; readonly sha256: string; readonly mediaType: string }

export type FileStore = Kept & {
  /** Streams to disk; throws `too_large`, `unsupported_type` or `storage_full` and leaves nothing behind. */
  receive(companyId: string, id: string, bytes: Readable): Promise<Blob>
  read(companyId: string, id: string): Readable
}

export type FileLimits = { readonly maxBytes: number; readonly mediaTypes: readonly string[] }

const sniffBytes = 4100

export function fileStore(folder: string, limits: FileLimits): FileStore {
  const blobs = new BlobFolder(folder)
  return {
    receive: async (companyId, id, bytes) => {
      try {
        return await blobs.place(companyId, id, path => write(path, bytes, limits))
      } catch (error) {
        throw isDiskFull(error) ? commonProblem('storage_full') : error
      }
    },
    read: (companyId, id) => createReadStream(blobs.pathOf(companyId, id)),
    remove: (companyId, id) => blobs.remove(companyId, id),
    olderThan: (companyId, instant) => blobs.olderThan(companyId, instant),
    companies: () => blobs.companies(),
  }
}

async function write(path: string, bytes: Readable, { maxBytes, mediaTypes }: FileLimits): Promise<Blob> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of bytes) {
      const part: Buffer = Buffer.from(chunk)
      size += part.length
      if (size > maxBytes) throw commonProblem('too_large', { detail: megabytes(maxBytes) })
      if (head.length < sniffBytes) head = Buffer.concat([head, part.subarray(0, sniffBytes - head.length)])
      hash.update(part)
      await file.write(part)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  const mediaType = (await fileTypeFromBuffer(head))?.mime
  if (mediaType === undefined || !mediaTypes.includes(mediaType)) {
    throw commonProblem('unsupported_type', { detail: 'Se admiten PDF, PNG, JPEG, WebP y HEIC.' })
  }
  return { size, sha256: hash.digest('hex'), mediaType }
}

const megabytes = (bytes: number): string => `El máximo son ${Math.floor(bytes / 1024 / 1024)} MB.`
