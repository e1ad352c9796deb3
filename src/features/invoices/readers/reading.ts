/**
 * The reader of received files: any file whatsoever leaves a received invoice or a refusal with its reason, within bounded
 * time and memory (invariant 41). The only door to the other files of this folder, which run in a thread of their own.
 */

import type { ReadingJob } from '#features/invoices/readers/worker.ts'
import { type ArchiveFault, archiveBounds, type Unpacked } from '#features/invoices/rules/archive.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { UnreadableKind } from '#features/invoices/rules/unreadable.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { fileKind } from '#server/files/file-kind.ts'
import type { ThreadBounds } from '#server/jobs/bounded-thread.ts'
import { readInThread } from '#server/jobs/reading-thread.ts'

export type Reading = ReceivedInvoice | Refusal<UnreadableKind>

/** With the thread's heap of 160 MB this stays below 384 MB. */
export const readingBounds: ThreadBounds = {
  computingMs: 4800,
  waitingMs: 60_000,
  memory: 176 * 1024 * 1024,
}

/** @throws ProblemError `busy` when the machine is. */
export const readInvoice = (job: ReadingJob, bounds: ThreadBounds = readingBounds): Promise<Reading> =>
  readInThread(new URL('worker.ts', import.meta.url), job, bounds, isReading)

/** The reader of a program that decodes no photos in HEIC, unless it may. */
export const invoiceReader = (readsPhotos: boolean): typeof readInvoice =>
  readsPhotos
    ? readInvoice
    : async (job, bounds) =>
        fileKind(job.bytes) === 'photo' ? refuse('unknown_kind') : readInvoice(job, bounds)

/** True for an answer of our own thread. */
const isReading = (message: unknown): message is Reading =>
  typeof message === 'object' && message !== null && ('source' in message || 'refused' in message)

/** The files of a ZIP, or why nothing of it is taken. @throws ProblemError `busy` when the machine is. */
export const readArchive = (bytes: Uint8Array): Promise<Unpacked | Refusal<ArchiveFault>> =>
  readInThread(
    new URL('archive-worker.ts', import.meta.url),
    { bytes },
    readingBounds,
    isUnpacked,
    archiveBounds.bytes,
  )

const isUnpacked = (message: unknown): message is Unpacked | Refusal<ArchiveFault> =>
  typeof message === 'object' && message !== null && ('files' in message || 'refused' in message)
