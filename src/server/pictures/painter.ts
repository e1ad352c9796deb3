/** The painter: draws a picture from untrusted bytes, in a thread of its own with bounded time and memory. */
import { z } from 'zod'
import type { ThreadBounds } from '#server/jobs/bounded-thread.ts'
import { runInEngine } from '#server/jobs/engine-process.ts'
import type { Job } from '#server/pictures/worker.ts'

export const AboutWire = z.object({ width: z.int(), height: z.int(), pages: z.int() })
const PaintedWire = AboutWire.extend({ jpeg: z.instanceof(Uint8Array) })
export type Painted = z.infer<typeof AboutWire> & { readonly jpeg: Uint8Array }

const most: ThreadBounds = { computingMs: 5000, waitingMs: 60_000, memory: 384 * 1024 * 1024 }

/** Draws a picture. Rejects when the file cannot be drawn within the limits. @throws ProblemError `busy` when the machine is. */
export async function paint(job: Job, bounds: ThreadBounds = most): Promise<Painted> {
  return PaintedWire.parse(await runInEngine(new URL('worker.ts', import.meta.url), job, bounds, 'draw'))
}
