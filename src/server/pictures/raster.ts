/** What a picture looks like before it is written: four bytes a pixel, opaque, rows from the top. */
export type Raster = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
  /** Of how many pages this is the first. */
  readonly pages: number
}

/** A page of A4 is 170 dots an inch: small print can be read when it is enlarged. */
const most = { width: 1600, height: 2000 }

/** The size in which something of these proportions is shown. Whatever it claims, the pixels are bounded. */
export function shownSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(most.width / width, most.height / height)
  if (!Number.isFinite(scale) || scale <= 0) throw new Error(`a page of ${width} × ${height}`)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
