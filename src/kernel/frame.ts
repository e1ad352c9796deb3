/**
 * A file in frames, for a page that shows how far it is: each begins with the number of rows so far and of its bytes.
 * The last frame has no bytes: a file that ends without it is broken.
 */
export type Frame = { readonly rows: number; readonly bytes: Uint8Array<ArrayBuffer> }

const headBytes = 8

export async function* framed(
  chunks: AsyncIterable<Uint8Array>,
  countRows: () => number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    yield head(countRows(), chunk.length)
    yield chunk
  }
  yield head(countRows(), 0)
}

/** @throws Error when the file breaks off. */
export async function* unframed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest = new Uint8Array()
  for await (const chunk of chunks) {
    rest = joined(rest, chunk)
    for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
      if (frame.bytes.length === 0) return
      yield frame
      rest = rest.subarray(headBytes + frame.bytes.length)
    }
  }
  throw new Error('the file broke off')
}

function head(rows: number, length: number): Uint8Array {
  const bytes = new Uint8Array(headBytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, rows)
  view.setUint32(4, length)
  return bytes
}

/** The first frame of these bytes; null while it has not arrived whole. */
function firstFrame(bytes: Uint8Array<ArrayBuffer>): Frame | null {
  if (bytes.length < headBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const end = headBytes + view.getUint32(4)
  return bytes.length < end ? null : { rows: view.getUint32(0), bytes: bytes.subarray(headBytes, end) }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
