/** A thread that reads one file of the bank and ends (see `reading.ts`). */
import { workerData } from 'node:worker_threads'
import { bankFileFrom } from '#features/bank/readers/bank-file.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import { refuse } from '#kernel/refusal.ts'
import { answerFromThread } from '#server/jobs/reading-worker.ts'

const { bytes, memory }: { readonly bytes: Uint8Array; readonly memory: number } = workerData
await answerFromThread(
  memory,
  () => bankFileFrom(bytes),
  error => (error instanceof Unreadable ? refuse(error.kind, error.facts) : null),
)
