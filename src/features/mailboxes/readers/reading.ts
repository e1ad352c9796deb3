/**
 * The reader of messages: any bytes whatsoever leave a message or the reason why it is none, within bounded time and
 * memory (invariant 41). The only door to the other files of this folder, which run in a thread of their own.
 */
import { type MessageFault, mailboxBounds, type ParsedMessage } from '#features/mailboxes/rules/message.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { ThreadBounds } from '#server/jobs/bounded-thread.ts'
import { readInThread } from '#server/jobs/reading-thread.ts'

/** With the thread's heap of 160 MB, and the files that are outside of it, this stays below 384 MB. */
const bounds: ThreadBounds = { computingMs: 4800, waitingMs: 60_000, memory: 16 * 1024 * 1024 }

/** @throws ProblemError `busy` when the machine is. */
export async function readMailedMessage(bytes: Uint8Array): Promise<ParsedMessage | Refusal<MessageFault>> {
  const file = new URL('worker.ts', import.meta.url)
  const read = await readInThread(file, { bytes }, bounds, isParsed, mailboxBounds.messageBytes)
  if (!isRefusal(read)) return read
  return refuse(read.refused === 'too_large' ? 'message_too_large' : 'message_broken')
}

const isParsed = (message: unknown): message is ParsedMessage | Refusal<MessageFault> =>
  typeof message === 'object' && message !== null && ('fromAddress' in message || 'refused' in message)
