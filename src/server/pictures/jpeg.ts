import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import encode, { init } from '@jsquash/jpeg/encode.js'
import type { Raster } from '#server/pictures/raster.ts'

/** A page of dense text takes some 300 KB. Progressive would be a tenth smaller, in three times the time. */
const options = { quality: 75, progressive: false }

export async function encodeJpeg({ width, height, pixels }: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const wasmPath = fileURLToPath(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
  // By hand, because the package fetches its file by address. At each call: a thread draws one picture and ends.
  const wasmModule = new WebAssembly.Module(await readFile(wasmPath))
  await init({
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(wasmModule, imports)
      done(instance)
      return instance.exports
    },
  })
  return new Uint8Array(await encode({ width, height, data: pixels, colorSpace: 'srgb' }, options))
}
