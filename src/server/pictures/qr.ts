/** QR codes of a picture, decoded by ZXing, as WebAssembly of the installed package: nothing is downloaded. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import type { Raster } from '#server/pictures/raster.ts'

const options: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 8, textMode: 'Plain' }
const maxCharacters = 2000

/** Texts of the codes in drawn pixels, or in the bytes of a JPEG or PNG. Throws for bytes that are no picture. */
export async function qrTexts(picture: Raster | Uint8Array): Promise<readonly string[]> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasm = await readFile(file)
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const input = picture instanceof Uint8Array ? picture : imageData(picture)
  const found = await readBarcodes(input, options)
  return found.filter(({ isValid }) => isValid).map(({ text }) => text.slice(0, maxCharacters))
}

const imageData = ({ width, height, pixels }: Raster): ImageData => ({
  width,
  height,
  data: pixels,
  colorSpace: 'srgb',
})
