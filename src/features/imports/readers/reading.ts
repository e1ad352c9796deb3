/**
 * The reader of tables: any file whatsoever leaves its rows, or a refusal with its reason, within bounded time and
 * memory. The only door to the other files of this folder, which run in a thread of their own.
 */
import type { FileTable } from '#features/imports/readers/table.ts'
import type { UnreadableKind } from '#features/imports/rules/unreadable.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { ThreadBounds } from '#server/jobs/bounded-thread.ts'
import { readInThread } from '#server/jobs/reading-thread.ts'

/** No engine of WebAssembly reads these files: the thread's heap is all the memory. */
const bounds: ThreadBounds = { computingMs: 10_000, waitingMs: 60_000, memory: 0 }

/** @throws ProblemError `busy` when the machine is. */
export const readImportFile = (bytes: Uint8Array): Promise<FileTable | Refusal<UnreadableKind>> =>
  readInThread(new URL('worker.ts', import.meta.url), { bytes }, bounds, isAnswer)

/** What our own thread has answered. */
const isAnswer = (message: unknown): message is FileTable | Refusal<UnreadableKind> =>
  typeof message === 'object' && message !== null && ('rows' in message || 'refused' in message)
