/**
 * A ZIP archive that is written while its content is being made: sizes and sums come behind each entry.
 * Source: PKWARE, APPNOTE.TXT, sections 4.3 and 4.4. Up to 4 GB, which a sheet never reaches.
 */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<string> }

type Written = {
  readonly name: Buffer
  readonly offset: number
  readonly sum: number
  readonly packed: number
  readonly size: number
}

/** Sizes behind the content (bit 3), names in UTF-8 (bit 11). */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1 January 1980: the same content makes the same bytes. */
const oldestDate = 0x0021

export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const done: Written[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const entry = { name: Buffer.from(name), offset, sum: 0, packed: 0, size: 0 }
    const head = headOf(entry.name)
    yield head
    for await (const chunk of packedOf(content, entry)) {
      entry.packed += chunk.length
      yield chunk
    }
    const tail = Buffer.concat([int(0x08074b50), sumsOf(entry)])
    yield tail
    offset += head.length + entry.packed + tail.length
    done.push(entry)
  }
  yield directoryOf(done, offset)
}

function packedOf(content: AsyncIterable<string>, counted: { sum: number; size: number }) {
  async function* bytes() {
    for await (const text of content) {
      const chunk = Buffer.from(text)
      counted.sum = crc32(chunk, counted.sum)
      counted.size += chunk.length
      yield chunk
    }
  }
  // A failure arrives at whoever reads.
  return pipeline(Readable.from(bytes()), createDeflateRaw(), () => {})
}

function headOf(name: Buffer): Buffer {
  const unknownYet = Buffer.alloc(12)
  return Buffer.concat([int(0x04034b50), short(version), kind, unknownYet, short(name.length, 0), name])
}

/** What an entry is, said in its head and in the directory. */
const kind = short(flags, deflated, 0, oldestDate)

const sumsOf = ({ sum, packed, size }: Written): Buffer => int(sum, packed, size)

function directoryOf(entries: readonly Written[], offset: number): Buffer {
  const listed = Buffer.concat(
    entries.map(entry =>
      Buffer.concat([
        ...[int(0x02014b50), short(version, version), kind, sumsOf(entry)],
        ...[short(entry.name.length, 0, 0, 0, 0), int(0, entry.offset), entry.name],
      ]),
    ),
  )
  const count = entries.length
  const end = [int(0x06054b50), short(0, 0, count, count), int(listed.length, offset), short(0)]
  return Buffer.concat([listed, ...end])
}

function int(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index)
  return bytes
}

function short(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index)
  return bytes
}
