/**
 * The store of uploaded files, in a folder or a bucket. The type is detected from the content, never from the name; size
 * and SHA-256 are measured while the bytes stream to disk, and a scanner says then whether the file may be kept. The blob
 * is durable before its row is written, so that every row has its blob; a blob without a row remains of an interrupted
 * upload, and is swept.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { BlobFolder, isDiskAway, isDiskFull } from '#server/files/blob-folder.ts'
import { type Blobs, BlobsAway, type Kept } from '#server/files/blobs.ts'
import { InfectedFile, type Scan } from '#server/files/scanner.ts'
import { commonProblem, outageProblem } from '#server/problems.ts'

export type Blob = { readonly size: number; readonly sha256: string; readonly mediaType: string }

export type FileStore = Kept & {
  /**
   * Streams an upload to disk, has it scanned, and keeps it. Throws `too_large`, `unsupported_type`, `storage_full`,
   * `storage_unavailable`, `scanner_unavailable` or InfectedFile, after removing the partial file. `alsoTypes`: media types
   * that are kept besides those of all files.
   */
  receive(companyId: string, id: string, bytes: Readable, alsoTypes?: readonly string[]): Promise<Blob>
  /**
   * The uploaded bytes, checked against size and digest before the first is sent; throws `file_damaged` or
   * `storage_unavailable`.
   */
  read(companyId: string, id: string, uploaded: Uploaded): Promise<Readable>
}

/** All bytes of a stored file. */
export const readBytes = async (
  files: Pick<FileStore, 'read'>,
  companyId: string,
  file: Uploaded & { readonly id: string },
): Promise<Uint8Array> => buffer(await files.read(companyId, file.id, file))

/** Size and SHA-256 (hex) of a file, as its row records them. */
export type Uploaded = Pick<Blob, 'size' | 'sha256'>

/** Stream of bytes that are there already. */
export const streamFrom = (bytes: Buffer): Readable => Readable.from([bytes])

export type FileLimits = { readonly maxBytes: number; readonly mediaTypes: readonly string[] }

const sniffBytes = 4100

/** Event of a file, for those who count them. */
export type FileEvent = 'clean' | 'infected' | 'unscanned' | 'store_failed'

type StoreOptions = {
  readonly blobs: Blobs
  readonly limits: FileLimits
  /** Null where no scanner is configured. */
  readonly scan: Scan | null
  readonly count?: (event: FileEvent) => void
}

/** A store in a folder, without a scanner. */
export const fileStore = (folder: string, limits: FileLimits): FileStore =>
  openFileStore({ blobs: new BlobFolder(folder), limits, scan: null })

export function openFileStore({ blobs, limits, scan, count = () => {} }: StoreOptions): FileStore {
  const failAsOutage = (error: unknown): never => {
    const isFull = isDiskFull(error)
    const isAway = error instanceof BlobsAway || isDiskAway(error)
    if (isFull || isAway) count('store_failed')
    if (isFull) throw commonProblem('storage_full')
    throw isAway ? outageProblem('storage_unavailable', error) : error
  }
  return {
    receive: (companyId, id, bytes, alsoTypes = []) =>
      blobs
        .place(companyId, id, async path => {
          const mediaTypes = [...limits.mediaTypes, ...alsoTypes]
          const blob = await write(path, bytes, { ...limits, mediaTypes })
          if (scan) await scanCounted(scan, path, count)
          return blob
        })
        .catch(failAsOutage),
    read: async (companyId, id, uploaded) => {
      const file = await blobs.open(companyId, id, uploaded.size).catch(failAsOutage)
      if (!file) throw outageProblem('file_damaged', new Error(`the file ${id} is gone`))
      return readWhole(file, id, uploaded)
    },
    remove: (companyId, id) => blobs.remove(companyId, id),
    olderThan: (companyId, instant) => blobs.olderThan(companyId, instant),
    companies: () => blobs.companies(),
  }
}

async function scanCounted(scan: Scan, path: string, count: (event: FileEvent) => void): Promise<void> {
  try {
    await scan(path)
    count('clean')
  } catch (error) {
    count(error instanceof InfectedFile ? 'infected' : 'unscanned')
    throw error
  }
}

async function readWhole(file: FileHandle, id: string, uploaded: Uploaded): Promise<Readable> {
  try {
    if (!(await isAsUploaded(file, uploaded)))
      throw outageProblem('file_damaged', new Error(`the file ${id} has not the content that was uploaded`))
  } catch (error) {
    await file.close()
    throw error
  }
  return Readable.from(bytesOfSize(file, uploaded.size), { objectMode: false })
}

/** True when a file has the size and the digest that its row records. Leaves it open. */
export async function isAsUploaded(file: FileHandle, { size, sha256 }: Uploaded): Promise<boolean> {
  if ((await file.stat()).size !== size) return false
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk)
  return hash.digest('hex') === sha256
}

/** The bytes of a file up to `size`; throws when there are fewer, which aborts the response. */
async function* bytesOfSize(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of file.createReadStream({ start: 0, end: size - 1 })) {
    left -= chunk.length
    yield chunk
  }
  if (left > 0) throw new Error('a stored file was cut while it was read')
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
      await writeWhole(file, part)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  const mediaType = (await fileTypeFromBuffer(head))?.mime ?? textType(head)
  if (mediaType === undefined || !mediaTypes.includes(mediaType)) {
    throw commonProblem('unsupported_type', {
      detail: 'Se admiten PDF, PNG, JPEG, WebP, HEIC, facturas en XML y extractos del banco.',
    })
  }
  return { size, sha256: hash.digest('hex'), mediaType }
}

/** A disk that is nearly full takes a part of what it is given, without an error. */
async function writeWhole(file: FileHandle, part: Buffer): Promise<void> {
  for (let written = 0; written < part.length; ) written += (await file.write(part, written)).bytesWritten
}

/** Of texts, only a statement of Norma 43 is known: the header of an account, with bank, branch, account and two days. */
const textType = (head: Buffer): string | undefined =>
  /^(\u00ef\u00bb\u00bf)?\s*11\d{30}[12]/.test(head.toString('latin1')) ? 'text/plain' : undefined

const megabytes = (bytes: number): string => `El máximo son ${Math.floor(bytes / 1024 / 1024)} MB.`
