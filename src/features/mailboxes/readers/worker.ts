/** A thread that reads one message and ends (see `reading.ts`). */
import { workerData } from 'node:worker_threads'
import { readMessage } from '#features/mailboxes/readers/message.ts'
import { refuse } from '#kernel/refusal.ts'
import { answerFromThread } from '#server/jobs/reading-worker.ts'

const { memory, bytes }: { readonly memory: number; readonly bytes: Uint8Array } = workerData
await answerFromThread(
  memory,
  () => readMessage(bytes),
  () => refuse('message_broken'),
)
