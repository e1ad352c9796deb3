/**
 * The files of a ZIP. What its directory says bounds what is unpacked, and is held against what is: a directory that lies
 * about a size, a checksum or a place is no ZIP that anybody sends.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import {
  type ArchiveFault,
  archiveBounds,
  isOfSystem,
  type LeftOutReason,
  leavesFolder,
  type Unpacked,
} from '#features/invoices/rules/archive.ts'
import { fileKind } from '#server/files/file-kind.ts'

/** Thrown inside the thread that reads; whoever started it is given a refusal. */
export class ArchiveRefused extends Error {
  readonly kind: ArchiveFault

  constructor(kind: ArchiveFault, options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

type Entry = {
  readonly path: string
  readonly isEncrypted: boolean
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** @throws ArchiveRefused for a ZIP of which nothing is taken. */
export function unpack(bytes: Uint8Array): Unpacked {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const all = [...directory(zip)]
  if (isDocument(all)) throw new ArchiveRefused('archive_without_invoices')
  const entries = all.filter(({ path }) => !path.endsWith('/') && !isOfSystem(path))
  if (entries.some(({ path }) => leavesFolder(path))) throw new ArchiveRefused('archive_names_paths')
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new ArchiveRefused('archive_encrypted')
  if (entries.length > archiveBounds.files) throw new ArchiveRefused('archive_has_too_many')
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > archiveBounds.unpackedBytes) throw new ArchiveRefused('archive_unpacks_too_large')
  if (entries.length === 0) throw new ArchiveRefused('archive_without_invoices')
  const looked = entries.map(entry => lookAt(zip, entry))
  return {
    files: looked.flatMap(({ name, bytes: content }) => (content ? [{ name, bytes: content }] : [])),
    leftOut: looked.flatMap(({ name, reason }) => (reason ? [{ name, reason }] : [])),
  }
}

type Looked = { readonly name: string; readonly bytes?: Uint8Array; readonly reason?: LeftOutReason }

function lookAt(zip: Buffer, entry: Entry): Looked {
  const name = entry.path.split(/[/\\]/).at(-1) ?? ''
  if (entry.size > archiveBounds.fileBytes) return { name, reason: 'file_too_large' }
  const bytes = contentFrom(zip, entry)
  if (bytes.length === 0) return { name, reason: 'file_empty' }
  const kind = fileKind(bytes)
  if (kind === 'archive') return { name, reason: reasonAgainst(bytes) }
  return kind === null ? { name, reason: 'no_invoice_kind' } : { name, bytes }
}

/** True for the entries of a document of Office or OpenDocument, which is a ZIP inside, and no archive of invoices. */
const isDocument = (entries: readonly Entry[]): boolean =>
  entries[0]?.path === 'mimetype' || entries.some(({ path }) => path === '[Content_Types].xml')

function reasonAgainst(inner: Uint8Array): LeftOutReason {
  try {
    const entries = [...directory(Buffer.from(inner.buffer, inner.byteOffset, inner.byteLength))]
    return isDocument(entries) ? 'no_invoice_kind' : 'archive_in_archive'
  } catch (error) {
    if (error instanceof ArchiveRefused) return 'archive_in_archive'
    throw error
  }
}

const endSignature = Buffer.from('PK\u0005\u0006', 'latin1')
const endBytes = 22
const longestComment = 65_535
const entrySignature = 0x02014b50
const entryBytes = 46
const localSignature = 0x04034b50
const localBytes = 30
/** Mark of a number that needs the larger form, which no ZIP within the bounds needs. */
const needs64 = 0xffffffff

/** Entries of the directory at the end, none beyond one more than may come. */
function* directory(zip: Buffer): Generator<Entry> {
  const end = zip.lastIndexOf(endSignature)
  if (end < 0 || end + endBytes > zip.length || end < zip.length - endBytes - longestComment) throw broken()
  const count = zip.readUInt16LE(end + 10)
  const begin = zip.readUInt32LE(end + 16)
  if (begin + zip.readUInt32LE(end + 12) > end) throw broken()
  let at = begin
  for (let place = 0; place < count; place++) {
    const { entry, next } = entryAt(zip, at, end)
    yield entry
    at = next
  }
}

function entryAt(zip: Buffer, at: number, end: number): { entry: Entry; next: number } {
  if (at + entryBytes > end || zip.readUInt32LE(at) !== entrySignature) throw broken()
  const flags = zip.readUInt16LE(at + 8)
  const nameEnd = at + entryBytes + zip.readUInt16LE(at + 28)
  const next = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  if (next > end) throw broken()
  const entry = {
    path: nameFrom(zip.subarray(at + entryBytes, nameEnd)),
    isEncrypted: (flags & 1) === 1 || (flags & 64) === 64,
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    at: zip.readUInt32LE(at + 42),
  }
  if ([entry.packed, entry.size, entry.at].includes(needs64)) throw broken()
  return { entry, next }
}

/** The unpacked bytes of an entry, exactly as many as its directory says. */
function contentFrom(zip: Buffer, { at, packed, size, method, crc }: Entry): Uint8Array {
  if (at + localBytes > zip.length || zip.readUInt32LE(at) !== localSignature) throw broken()
  const begin = at + localBytes + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  if (begin + packed > zip.length) throw broken()
  const bytes = unpacked(zip.subarray(begin, begin + packed), method, size)
  if (bytes.length !== size || crc32(bytes) !== crc) throw broken()
  return bytes
}

function unpacked(packed: Buffer, method: number, size: number): Uint8Array {
  // A copy, so that what is posted brings one file along and not the ZIP around it.
  if (method === 0) return new Uint8Array(packed)
  if (method !== 8) throw broken()
  try {
    return new Uint8Array(inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) }))
  } catch (error) {
    throw new ArchiveRefused('archive_broken', { cause: error })
  }
}

/** Names are in UTF-8, or in what a system of old writes, of which the letters are kept as far as they are known. */
function nameFrom(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const broken = () => new ArchiveRefused('archive_broken')
