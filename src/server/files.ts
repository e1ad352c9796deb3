/**
 * Uploaded files in a local folder. The content decides the type, never the name; size and SHA-256 are
 * measured while the bytes stream to disk. The blob is durable before its row is written, so that a row
 * always has its blob; a blob without a row is what an interruption leaves, and is swept.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { isUuid, newId } from '#kernel/ids.ts'
import { commonProblem } from '#server/problems.ts'

export type Blob = { readonly size: number; readonly sha256: string; readonly mediaType: string }

export type FileStore = {
  /** Streams to disk; throws `too_large`, `unsupported_type` or `storage_full` and leaves nothing behind. */
  receive(companyId: string, id: string, bytes: Readable): Promise<Blob>
  read(companyId: string, id: string): Readable
  remove(companyId: string, id: string): Promise<void>
  /** Ids of a company's blobs that are older than an instant. */
  olderThan(companyId: string, instant: Date): Promise<string[]>
  companies(): Promise<string[]>
}

export type FileLimits = { readonly maxBytes: number; readonly mediaTypes: readonly string[] }

const sniffBytes = 4100

export function fileStore(folder: string, limits: FileLimits): FileStore {
  const folderOf = (companyId: string) => join(folder, checked(companyId))
  const pathOf = (companyId: string, id: string) => join(folderOf(companyId), checked(id))
  return {
    receive: async (companyId, id, bytes) => {
      await mkdir(folderOf(companyId), { recursive: true, mode: 0o700 })
      const temporary = join(folderOf(companyId), `${newId()}.part`)
      try {
        const blob = await write(temporary, bytes, limits)
        await rename(temporary, pathOf(companyId, id))
        return blob
      } catch (error) {
        await rm(temporary, { force: true })
        throw isDiskFull(error) ? commonProblem('storage_full') : error
      }
    },
    read: (companyId, id) => createReadStream(pathOf(companyId, id)),
    remove: (companyId, id) => rm(pathOf(companyId, id), { force: true }),
    olderThan: async (companyId, instant) => {
      const old: string[] = []
      for (const name of await readdir(folderOf(companyId))) {
        const found = await stat(join(folderOf(companyId), name)).catch(() => null)
        if (!found || found.mtime >= instant) continue
        if (isUuid(name)) old.push(name)
        else await rm(join(folderOf(companyId), name), { force: true })
      }
      return old
    },
    companies: async () => (await readdir(folder).catch(() => [])).filter(isUuid),
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

/** Ids come from our own rows and tokens; a path is made of nothing else. */
function checked(id: string): string {
  if (!isUuid(id)) throw new Error('not an id of a file or company')
  return id
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
