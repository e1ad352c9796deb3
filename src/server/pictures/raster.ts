/** An uncompressed picture: four bytes a pixel, opaque, rows from the top. */
export type Raster = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
  /** Number of pages of the file, of which this is the first. */
  readonly pages: number
}

/** Maximum size in pixels. A page of A4 has 170 dots an inch: small print is legible when enlarged. */
const most = { width: 1600, height: 2000 }

/** The size of a picture with these proportions, bounded whatever size the file claims. Throws for an empty one. */
export function shownSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(most.width / width, most.height / height)
  if (!Number.isFinite(scale) || scale <= 0) throw new Error(`a page of ${width} × ${height}`)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
