/** A ZIP archive, streamed while its content is being made. */
import { Zip, ZipDeflate } from 'fflate'

export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<string> }

/** A fixed time for all entries, so that equal content gives equal bytes. */
const mtime = new Date(1980, 0, 1)

export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const encoder = new TextEncoder()
  for (const { name, content } of entries) {
    const entry = new ZipDeflate(name)
    entry.mtime = mtime
    archive.add(entry)
    for await (const text of content) {
      entry.push(encoder.encode(text))
      yield* made.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  archive.end()
  yield* made.splice(0)
}
