/** A ZIP archive, streamed while its content is being made; zlib compresses beside the program, in its own threads. */
import { once } from 'node:events'
import { createDeflateRaw } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'

export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<string | Uint8Array> }

/** Content of an entry that is one text. */
export async function* textContent(text: string): AsyncGenerator<string> {
  yield text
}

/** A fixed time for all entries, so that equal content gives equal bytes. */
const mtime = new Date(1980, 0, 1)

/** Zlib's quickest: a sheet is a tenth of its size so, and a fourteenth with the slowest. */
const level = 1

/** Method of the ZIP format. Source: APPNOTE, 4.4.5. */
const deflated = 8

/** An entry whose size and checksum are taken of the content that is pushed, before zlib compresses it. */
class DeflatedEntry extends ZipPassThrough {
  readonly #deflate = createDeflateRaw({ level })

  constructor(name: string) {
    super(name)
    this.compression = deflated
    this.mtime = mtime
    this.#deflate.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata(null, chunk, false))
    this.#deflate.on('end', () => this.ondata(null, new Uint8Array(), true))
  }

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    if (isLast) this.#deflate.end(chunk)
    else this.#deflate.write(chunk)
  }

  /** Resolves when zlib takes more. */
  async taken(): Promise<void> {
    if (this.#deflate.writableNeedDrain) await once(this.#deflate, 'drain')
  }

  async ended(): Promise<void> {
    if (!this.#deflate.readableEnded) await once(this.#deflate, 'end')
  }

  /** Lets go of zlib's memory when nobody wants the rest. */
  destroy(): void {
    this.#deflate.destroy()
  }
}

/** Each entry is read to its end before the next one is asked for. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const encoder = new TextEncoder()
  for await (const { name, content } of entries) {
    const entry = new DeflatedEntry(name)
    archive.add(entry)
    try {
      for await (const piece of content) {
        entry.push(typeof piece === 'string' ? encoder.encode(piece) : piece)
        await entry.taken()
        yield* made.splice(0)
      }
      entry.push(new Uint8Array(), true)
      await entry.ended()
    } finally {
      entry.destroy()
    }
    yield* made.splice(0)
  }
  archive.end()
  yield* made.splice(0)
}
