/**
 * The reader of tables: of any file the rows, or a refusal with its reason, within bounded time and memory. Import this
 * file alone: the others of this folder run in a thread of their own.
 */
import type { FileTable } from '#features/imports/readers/table.ts'
import type { UnreadableKind } from '#features/imports/rules/unreadable.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { ThreadBounds } from '#server/jobs/bounded-thread.ts'
import { readInThread } from '#server/jobs/reading-thread.ts'

/** `memory` is that of WebAssembly, which these files do not need; `bounded-thread.ts` bounds the heap. */
const bounds: ThreadBounds = { computingMs: 10_000, waitingMs: 60_000, memory: 0 }

/** @throws ProblemError `busy` when the machine is. */
export const readImportFile = (bytes: Uint8Array): Promise<FileTable | Refusal<UnreadableKind>> =>
  readInThread(new URL('worker.ts', import.meta.url), { bytes }, bounds, isAnswer)

/** True for an answer of our own thread. */
const isAnswer = (message: unknown): message is FileTable | Refusal<UnreadableKind> =>
  typeof message === 'object' && message !== null && ('rows' in message || 'refused' in message)
