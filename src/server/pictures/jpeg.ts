import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import encode, { init } from '@jsquash/jpeg/encode.js'
import type { Raster } from '#server/pictures/raster.ts'

/** JPEG options: a page of dense text takes some 300 KB. Progressive would be a tenth smaller, in three times the time. */
const options = { quality: 75, progressive: false }

export async function encodeJpeg({ width, height, pixels }: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const file = fileURLToPath(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
  const program = new WebAssembly.Module(await readFile(file))
  await init({
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(program, imports)
      done(instance)
      return instance.exports
    },
  })
  return new Uint8Array(await encode({ width, height, data: pixels, colorSpace: 'srgb' }, options))
}
