/**
 * A thread that draws one picture and ends (see `painter.ts`), so that damage by a malicious file ends with it. The
 * memory of WebAssembly is bounded here, because the thread's own limits do not count it.
 */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '#server/jobs/priority.ts'
import { encodeJpeg } from '#server/pictures/jpeg.ts'
import { firstPage } from '#server/pictures/pdf-page.ts'
import { photo } from '#server/pictures/photo.ts'
import type { Raster } from '#server/pictures/raster.ts'

export type Job = { readonly bytes: Uint8Array; readonly mediaType: string }

/** `memory`: maximum bytes of WebAssembly. */
export type Task = Job & { readonly memory: number }

const engines: { readonly [mediaType: string]: (bytes: Uint8Array) => Promise<Raster> } = {
  'application/pdf': firstPage,
  'image/heic': photo,
}

const bytesOfBlock = 64 * 1024

lowerPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
const { bytes, mediaType, memory }: Task = workerData
boundMemory()
const engine = engines[mediaType]
if (!engine) throw new Error(`nobody draws ${mediaType}`)
const { width, height, pages, ...drawn } = await engine(bytes)
const jpeg = await encodeJpeg({ width, height, pages, ...drawn })
parentPort?.postMessage({ width, height, pages, jpeg }, [jpeg.buffer])

/** Makes growth beyond the limit fail, as it would on a machine without memory. */
function boundMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, blocks: number) {
    if (this.buffer.byteLength + blocks * bytesOfBlock > memory) throw new RangeError('too much memory')
    return grow.call(this, blocks)
  }
}
