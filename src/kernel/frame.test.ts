import { expect, test } from 'vitest'
import { framed, unframed } from '#kernel/frame.ts'

const chunks = ['Id;Nombre', '', 'DOC-001;Uno', 'DOC-002;Dos'].map(text => new TextEncoder().encode(text))

async function* inPieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

async function sent(): Promise<Uint8Array> {
  let rows = -1
  async function* file() {
    for (const chunk of chunks) {
      if (chunk.length > 0) rows += 1
      yield chunk
    }
  }
  return Buffer.concat(await collected(framed(file(), () => rows)))
}

test.each([1, 3, 8, 1000])(
  'a file in frames arrives whole with its rows, in pieces of %i bytes',
  async length => {
    const frames = await collected(unframed(inPieces(await sent(), length)))
    expect(frames.map(({ rows, bytes }) => [rows, new TextDecoder().decode(bytes)])).toEqual([
      [0, 'Id;Nombre'],
      [1, 'DOC-001;Uno'],
      [2, 'DOC-002;Dos'],
    ])
  },
)

test('a file that breaks off anywhere is never taken for whole', async () => {
  const whole = await sent()
  for (let end = 0; end < whole.length; end++)
    await expect(collected(unframed(inPieces(whole.subarray(0, end), 5)))).rejects.toThrow('broke off')
})
