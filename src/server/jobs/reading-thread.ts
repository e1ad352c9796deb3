/**
 * Untrusted files read in a thread that ends with it: any file whatsoever leaves an answer or a refusal, within bounded
 * time and memory (invariant 41). The door of a slice's readers calls `readInThread`; its `worker.ts` answers with
 * `answerFromThread` (`reading-worker.ts`).
 */
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { type ThreadBounds, ThreadError } from '#server/jobs/bounded-thread.ts'
import { runInEngine } from '#server/jobs/engine-process.ts'

/** Reasons for which a file of any kind is not read; each slice has its own sentences for them. */
export type ReadingFault = 'empty' | 'too_large' | 'takes_too_long' | 'too_much_memory' | 'engine_failed'

export const maxBytes = 10 * 1024 * 1024

/**
 * Answer of the thread of `file` to a job, or why there is none. `isAnswer`: true for all that the thread may answer, a
 * refusal included. `most`: bytes of the file. @throws ProblemError `busy` when the machine is.
 */
export async function readInThread<Answer>(
  file: URL,
  job: { readonly bytes: Uint8Array },
  bounds: ThreadBounds,
  isAnswer: (message: unknown) => message is Answer,
  most = maxBytes,
): Promise<Answer | Refusal<ReadingFault>> {
  if (job.bytes.length === 0) return refuse('empty')
  if (job.bytes.length > most) return refuse('too_large')
  try {
    const message = await runInEngine(file, job, bounds, 'read')
    if (!isAnswer(message)) throw new Error('the thread that reads has answered something else')
    return message
  } catch (error) {
    if (error instanceof ThreadError) return refuse(reason(error))
    throw error
  }
}

function reason({ why, message }: ThreadError): ReadingFault {
  if (why === 'computing') return 'takes_too_long'
  // Engines abort when their memory cannot grow.
  return why === 'heap' || /memory|abort/i.test(message) ? 'too_much_memory' : 'engine_failed'
}
