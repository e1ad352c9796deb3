/** The painter: draws a picture from untrusted bytes, in a thread of its own with bounded time and memory. */
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Job, Task } from '#server/pictures/worker.ts'
import { commonProblem } from '#server/problems.ts'

export const AboutWire = z.object({ width: z.int(), height: z.int(), pages: z.int() })
const PaintedWire = AboutWire.extend({ jpeg: z.instanceof(Uint8Array) })
export type Painted = z.infer<typeof AboutWire> & { readonly jpeg: Uint8Array }

/** Limits of a picture. The thread's own computing time counts, because on a busy machine everything takes longer. */
const most = { computingMs: 5000, waitingMs: 60_000, memory: 384 * 1024 * 1024 }
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Draws a picture. Rejects when the file cannot be drawn within the limits. @throws ProblemError `busy` when the machine is. */
export async function paint(job: Job, { computingMs, waitingMs, memory } = most): Promise<Painted> {
  const task: Task = { ...job, memory }
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits,
    env: {},
    // The engines print their errors to the console.
    stdout: true,
    stderr: true,
  })
  const outcome = Promise.withResolvers<Painted>()
  worker.on('message', painted => outcome.resolve(PaintedWire.parse(painted)))
  worker.on('error', outcome.reject)
  worker.on('exit', () => outcome.reject(new Error('the thread that draws has ended')))
  const overdue = setTimeout(() => outcome.reject(commonProblem('busy', {}, 60)), waitingMs)
  const watch = setInterval(async () => {
    const used = await worker.cpuUsage().catch(() => null)
    if (used && used.user + used.system > computingMs * 1000) outcome.reject(new Error('too much to draw'))
  }, 100)
  try {
    return await outcome.promise
  } finally {
    clearTimeout(overdue)
    clearInterval(watch)
    await worker.terminate()
  }
}
