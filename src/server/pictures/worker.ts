/**
 * A thread that draws one picture and ends (see `painter.ts`), so that damage by a malicious file ends with it. The
 * memory of WebAssembly is bounded here.
 */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '#server/jobs/priority.ts'
import { boundWasmMemory } from '#server/jobs/wasm-memory.ts'
import { encodeJpeg } from '#server/pictures/jpeg.ts'
import { firstPage } from '#server/pictures/pdf-page.ts'
import { photo } from '#server/pictures/photo.ts'
import type { Raster } from '#server/pictures/raster.ts'

export type Job = { readonly bytes: Uint8Array; readonly mediaType: string }

/** `memory`: maximum bytes of WebAssembly. */
type Task = Job & { readonly memory: number }

const engines: { readonly [mediaType: string]: (bytes: Uint8Array) => Promise<Raster> } = {
  'application/pdf': firstPage,
  'image/heic': photo,
}

lowerPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
const { bytes, mediaType, memory }: Task = workerData
boundWasmMemory(memory)
const engine = engines[mediaType]
if (!engine) throw new Error(`nobody draws ${mediaType}`)
const { width, height, pages, ...drawn } = await engine(bytes)
const jpeg = await encodeJpeg({ width, height, pages, ...drawn })
parentPort?.postMessage({ width, height, pages, jpeg }, [jpeg.buffer])
