/** A HEIC photo, as iPhones take them, decoded by libheif, as WebAssembly. Only Safari shows HEIC. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Raster, shownSize } from '#server/pictures/raster.ts'

type Size = { readonly width: number; readonly height: number }
type Pixels = Raster['pixels']

type Decoded = {
  is_primary(): boolean
  get_width(): number
  get_height(): number
  display(into: Size & { data: Pixels }, done: (displayed: object | null) => void): void
}

/** The type of the library's JavaScript wrapper, which its own types omit. */
type Libheif = (options: { wasmBinary: Uint8Array }) => {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly Decoded[] }
}

const maxPixels = 26_000_000

export async function photo(bytes: Uint8Array): Promise<Raster> {
  const require = createRequire(import.meta.url)
  const open: Libheif = require('libheif-js/libheif-wasm/libheif.js')
  const wasmBinary = await readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  const found = new (open({ wasmBinary }).HeifDecoder)().decode(bytes)
  const image = found.find(each => each.is_primary()) ?? found[0]
  if (!image) throw new Error('no photo')
  const from = { width: image.get_width(), height: image.get_height() }
  if (from.width * from.height > maxPixels) throw new Error(`a photo of ${from.width} × ${from.height}`)
  const data = new Uint8ClampedArray(from.width * from.height * 4)
  const isDisplayed = await new Promise(resolve => image.display({ ...from, data }, resolve))
  if (isDisplayed === null) throw new Error('not decoded')
  const shown = shownSize(from.width, from.height)
  // A small photo keeps its size.
  const to = shown.width < from.width ? shown : from
  return { ...to, pixels: downscaled(data, from, to), pages: 1 }
}

type Part = { readonly from: number; readonly to: number }

/** Downscaled pixels: each is the mean of the pixels that it replaces. */
function downscaled(pixels: Pixels, from: Size, to: Size): Pixels {
  const small = new Uint8ClampedArray(to.width * to.height * 4)
  const part = (at: number, of: number, whole: number): Part => ({
    from: Math.floor((at * whole) / of),
    to: Math.floor(((at + 1) * whole) / of),
  })
  for (let y = 0; y < to.height; y++) {
    const rows = part(y, to.height, from.height)
    for (let x = 0; x < to.width; x++) {
      const mean = meanColour(pixels, from.width, rows, part(x, to.width, from.width))
      small.set(mean, 4 * (y * to.width + x))
    }
  }
  return small
}

function meanColour(pixels: Pixels, width: number, rows: Part, columns: Part): readonly number[] {
  let [red, green, blue] = [0, 0, 0]
  for (let y = rows.from; y < rows.to; y++) {
    for (let at = 4 * (y * width + columns.from); at < 4 * (y * width + columns.to); at += 4) {
      red += pixels[at] ?? 0
      green += pixels[at + 1] ?? 0
      blue += pixels[at + 2] ?? 0
    }
  }
  const count = (rows.to - rows.from) * (columns.to - columns.from)
  return [red / count, green / count, blue / count, 255]
}
