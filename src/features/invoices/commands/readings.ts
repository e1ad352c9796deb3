/**
 * Readings of files that people ask for: each file is read once for all who ask at the same time, few at once, and the
 * latest are kept in memory. A reading is a function of the file and of who may be billed, so any node may make it again.
 */
import type { KeepReading } from '#features/invoices/commands/keep.ts'
import { invoiceReader, type Reading, type readInvoice } from '#features/invoices/readers/reading.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { QueueLoad } from '#server/jobs/bounded-queue.ts'
import { CompanyQueues } from '#server/jobs/company-queues.ts'
import { withPatience } from '#server/jobs/patience.ts'

export type ReadFile = {
  readonly companyId: string
  readonly fileId: string
  /** Of those who may be billed. */
  readonly ownTaxIds: readonly string[]
  readonly bytes: () => Promise<Uint8Array>
}

export type Readings = {
  /** The reading of a file; `coming` when it takes longer than `patienceMs`: ask again. */
  of(file: ReadFile): Promise<Reading | 'coming'>
  load(): QueueLoad
}

type Options = {
  /** Maximum wait of a request, which holds a connection to the database meanwhile. */
  readonly patienceMs?: number
  readonly read?: typeof readInvoice
  /** True when photos in HEIC are read, too. */
  readonly readsPhotos?: boolean
  /** Keeps what was read, before anybody is shown it. */
  readonly keep: KeepReading
}

const maxKept = 64
/** Of the lines of an invoice, those that are kept for the screen. */
const maxLines = 200

export function openReadings({ patienceMs = 300, keep, ...rest }: Options): Readings {
  const { readsPhotos = false, read = invoiceReader(readsPhotos) } = rest
  const queues = new CompanyQueues(1)
  const kept = new Map<string, Promise<Reading>>()
  const readOnce = ({ companyId, fileId, ownTaxIds, bytes }: ReadFile): Promise<Reading> => {
    const key = JSON.stringify([companyId, fileId, ...ownTaxIds])
    const before = kept.get(key)
    if (before) return before
    const made = queues.run(companyId, async () => {
      const reading = shorten(await read({ bytes: await bytes(), ownTaxIds }))
      if (!isRefusal(reading)) await keep({ companyId, fileId }, reading)
      return reading
    })
    kept.set(key, made)
    // A busy machine, or a store that is away, says nothing about the file.
    made.catch(() => kept.delete(key))
    for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest)
    return made
  }
  return { load: () => queues.load, of: file => withPatience(readOnce(file), patienceMs) }
}

const shorten = (reading: Reading): Reading =>
  isRefusal(reading) ? reading : { ...reading, lines: reading.lines.slice(0, maxLines) }
