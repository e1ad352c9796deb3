/** A thread that unpacks one ZIP and ends (see `reading.ts`). */
import { workerData } from 'node:worker_threads'
import { ArchiveRefused, unpack } from '#features/invoices/readers/archive.ts'
import { refuse } from '#kernel/refusal.ts'
import { answerFromThread } from '#server/jobs/reading-worker.ts'

const { memory, bytes }: { readonly memory: number; readonly bytes: Uint8Array } = workerData
await answerFromThread(
  memory,
  () => unpack(bytes),
  error => (error instanceof ArchiveRefused ? refuse(error.kind) : null),
)
