/** A thread that reads one file and ends (see `reading.ts`). */
import { workerData } from 'node:worker_threads'
import { readTable } from '#features/imports/readers/table.ts'
import { Unreadable } from '#features/imports/readers/unreadable.ts'
import { refuse } from '#kernel/refusal.ts'
import { answerFromThread } from '#server/jobs/reading-worker.ts'

const { bytes, memory }: { readonly bytes: Uint8Array; readonly memory: number } = workerData
await answerFromThread(
  memory,
  () => readTable(bytes),
  error => (error instanceof Unreadable ? refuse(error.kind, error.facts) : null),
)
