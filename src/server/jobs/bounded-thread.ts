/** Work on untrusted bytes in a thread that ends with it, with bounded time and memory; only `engine-program.ts` runs it. */
import { Worker } from 'node:worker_threads'

/** `memory`: maximum bytes of WebAssembly, which the thread bounds itself (`wasm-memory.ts`). */
export type ThreadBounds = {
  /** The thread's own computing time counts, because on a busy machine everything takes longer. */
  readonly computingMs: number
  readonly waitingMs: number
  readonly memory: number
}

/**
 * `waiting`: the machine was too busy to let it end in time. `computing`: it took too long by itself. `heap`: too much
 * memory. `ended`: it ended without a result, or with an error.
 */
export class ThreadError extends Error {
  readonly why: 'waiting' | 'computing' | 'heap' | 'ended'

  constructor(why: ThreadError['why'], message: string, cause?: unknown) {
    super(message, { cause })
    this.why = why
  }
}

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/**
 * The first message of a thread that runs `file` with `task`; the bound of its memory is added to the task. `verb`: what
 * it does, for errors. @throws ThreadError.
 */
export async function runInThread(
  file: URL,
  task: object,
  { computingMs, waitingMs, memory }: ThreadBounds,
  verb: string,
): Promise<unknown> {
  const worker = new Worker(file, {
    workerData: { ...task, memory },
    resourceLimits,
    env: {},
    // Engines print their errors to the console.
    stdout: true,
    stderr: true,
  })
  const outcome = Promise.withResolvers<unknown>()
  const fail = (why: ThreadError['why'], message: string, cause?: unknown) =>
    outcome.reject(new ThreadError(why, message, cause))
  worker.on('message', outcome.resolve)
  worker.on('error', error => fail(isOutOfHeap(error) ? 'heap' : 'ended', messageIn(error), error))
  worker.on('exit', () => fail('ended', `the thread that should ${verb} has ended`))
  const overdue = setTimeout(() => fail('waiting', `too long to ${verb}`), waitingMs)
  const watch = setInterval(async () => {
    const used = await worker.cpuUsage().catch(() => null)
    if (used && used.user + used.system > computingMs * 1000) fail('computing', `too much to ${verb}`)
  }, 100)
  try {
    return await outcome.promise
  } finally {
    clearTimeout(overdue)
    clearInterval(watch)
    await worker.terminate()
  }
}

const isOutOfHeap = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const messageIn = (error: unknown): string => (error instanceof Error ? error.message : String(error))
