/**
 * The reader of the bank's files: any file whatsoever leaves what the bank says, its figures held against each other, or a
 * refusal with its reason, within bounded time and memory. The only door to the other files of this folder, which run in
 * a thread of their own.
 */
import type { BankFile } from '#features/bank/rules/statement.ts'
import type { UnreadableKind } from '#features/bank/rules/unreadable.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { ThreadBounds } from '#server/jobs/bounded-thread.ts'
import { readInThread } from '#server/jobs/reading-thread.ts'

/** No engine of WebAssembly reads these files: the thread's heap is all the memory. */
export const bankReadingBounds: ThreadBounds = { computingMs: 4800, waitingMs: 60_000, memory: 0 }

/** Content of a file of the bank, of at most 10 MiB. @throws ProblemError `busy` when the machine is. */
export const readBankFile = (
  bytes: Uint8Array,
  bounds: ThreadBounds = bankReadingBounds,
): Promise<BankFile | Refusal<UnreadableKind>> =>
  readInThread(new URL('worker.ts', import.meta.url), { bytes }, bounds, isAnswer)

/** True for an answer of our own thread. */
const isAnswer = (message: unknown): message is BankFile | Refusal<UnreadableKind> =>
  typeof message === 'object' && message !== null && ('reports' in message || 'refused' in message)
