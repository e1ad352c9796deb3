// Reads an archive by its directory, as Excel does: names, sums and sizes must be right.
import { crc32, inflateRawSync } from 'node:zlib'

export const unzipped = (bytes: Buffer): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(unzippedBytes(bytes)).map(([name, content]) => [name, content.toString()]),
  )

export function unzippedBytes(bytes: Buffer): { [name: string]: Buffer } {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const found: { [name: string]: Buffer } = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry of a directory')
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const [nameLength, offset] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const content = inflateRawSync(bytes.subarray(start, start + packed))
    if (content.length !== size || crc32(content) !== bytes.readUInt32LE(at + 16))
      throw new Error(`${name} is not what the directory says`)
    found[name] = content
    at += 46 + nameLength
  }
  return found
}
