/**
 * The reader of received files: any file whatsoever leaves a received invoice or a refusal with its reason, within bounded
 * time and memory (invariant 41). The only door to the other files of this folder, which run in a thread of their own.
 */

import type { ReadingJob } from '#features/invoices/readers/worker.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { UnreadableKind } from '#features/invoices/rules/unreadable.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { runInThread, type ThreadBounds, ThreadError } from '#server/jobs/bounded-thread.ts'

export type Reading = ReceivedInvoice | Refusal<UnreadableKind>

export const mostBytes = 10 * 1024 * 1024

/** With the thread's heap of 160 MB this stays below 384 MB. */
export const readingBounds: ThreadBounds = {
  computingMs: 4800,
  waitingMs: 60_000,
  memory: 176 * 1024 * 1024,
}

/** @throws ProblemError `busy` when the machine is. */
export async function readInvoice(job: ReadingJob, bounds: ThreadBounds = readingBounds): Promise<Reading> {
  if (job.bytes.length === 0) return refuse('empty')
  if (job.bytes.length > mostBytes) return refuse('too_large')
  try {
    return readingFrom(await runInThread(new URL('worker.ts', import.meta.url), job, bounds, 'read'))
  } catch (error) {
    if (error instanceof ThreadError) return refuse(reason(error))
    throw error
  }
}

function reason({ why, message }: ThreadError): UnreadableKind {
  if (why === 'computing') return 'takes_too_long'
  // Engines abort when their memory cannot grow.
  return why === 'heap' || /memory|abort/i.test(message) ? 'too_much_memory' : 'engine_failed'
}

/** What our own thread has answered. */
const isReading = (message: unknown): message is Reading =>
  typeof message === 'object' && message !== null && ('source' in message || 'refused' in message)

function readingFrom(message: unknown): Reading {
  if (!isReading(message)) throw new Error('the thread that reads has answered something else')
  return message
}
