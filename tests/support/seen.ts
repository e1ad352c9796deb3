// Pixels of a picture, read with another library than the one that wrote it.
import jpeg from 'jpeg-js'

export function seen(bytes: Uint8Array) {
  const { width, height, data } = jpeg.decode(bytes, { useTArray: true })
  /** From 0 (black) to 255, at a place given in parts of the whole. */
  const lightAt = (x: number, y: number): number => {
    const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width))
    return ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
  }
  return { width, height, lightAt }
}
