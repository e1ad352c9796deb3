/** The thread's side of `reading-thread.ts`: it reads one file and ends, so that damage by a malicious file ends with it. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { lowerPriority } from '#server/jobs/priority.ts'
import { boundWasmMemory } from '#server/jobs/wasm-memory.ts'

/**
 * Posts what `read` gives, or the refusal that `refusal` makes of its error; null is for errors that are no refusals.
 * `memory`: maximum bytes of WebAssembly, which `runInThread` adds to the task.
 */
export async function answerFromThread<Kind extends string>(
  memory: number,
  read: () => object | Promise<object>,
  refusal: (error: unknown) => Refusal<Kind> | null,
): Promise<void> {
  lowerPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  const wasm = boundWasmMemory(memory)
  const outcome = async () => {
    try {
      return await read()
    } catch (error) {
      const refused = refusal(error)
      if (refused === null) throw error
      return wasm.isExceeded() ? refuse('too_much_memory') : refused
    }
  }
  parentPort?.postMessage(await outcome())
}
