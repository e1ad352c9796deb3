/**
 * Reads the files of the tray, each once, on whatever node. A file is leased in one transaction, read outside any, and
 * what it says is kept in another: one that ends its program is tried again, three times at most.
 */
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import { keepReading } from '#features/files/store/readings.ts'
import { invoiceReader, type Reading, type readInvoice } from '#features/invoices/readers/reading.ts'
import { keptFromInvoice, plainText } from '#features/invoices/rules/kept-reading.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { maxTries } from '#features/invoices/rules/tray.ts'
import {
  giveBackLease,
  type Leased,
  leaseWaiting,
  type SavedReading,
  saveReading,
  saveUnreadable,
} from '#features/invoices/store.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { type FileStore, readBytes } from '#server/files/file-store.ts'

type Parts = {
  readonly files: Pick<FileStore, 'read'>
  readonly read?: typeof readInvoice
  /** True when photos in HEIC are read, too. */
  readonly readsPhotos?: boolean
}
/** Runs each step in a transaction of the company, as whoever has none above them. */
type Within = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** Longer than any reading takes, so that no node reads what another reads. */
const leaseSeconds = 180
const pauseSeconds = 60

/** Reads the file of a company that has waited longest; false when none waits. */
export const receivedReader =
  ({ db, ...parts }: Parts & { readonly db: Db }) =>
  (company: string): Promise<boolean> =>
    readWaiting(work => asSystem(db, company, work), company, parts)

/** The same, within the transactions that are given. */
export async function readWaiting(within: Within, company: string, parts: Parts): Promise<boolean> {
  const leased = await within(tx => leaseWaiting(tx, leaseSeconds))
  if (leased !== null) await readOne(within, company, leased, parts)
  return leased !== null
}

/** A reading that cannot be kept costs a try, because it may be the file's fault. */
async function readOne(within: Within, company: string, leased: Leased, parts: Parts): Promise<void> {
  let reading: Reading
  try {
    reading = await readLeased(company, leased, parts)
  } catch (error) {
    await within(tx => giveBackLease(tx, leased.id, pauseSeconds))
    throw error
  }
  await within(async tx => {
    if (isRefusal(reading))
      return saveUnreadable(tx, leased.id, refuse(reading.refused, plainFacts(reading.facts)))
    await keepReading(tx, leased.fileId, keptFromInvoice(reading))
    await saveReading(tx, leased.id, toSaved(reading))
  })
}

async function readLeased(
  company: string,
  leased: Leased,
  { files, readsPhotos = false, read = invoiceReader(readsPhotos) }: Parts,
): Promise<Reading> {
  if (leased.tries > maxTries) return refuse('engine_failed')
  const bytes = await readBytes(files, company, { ...leased, id: leased.fileId })
  return read({ bytes, ownTaxIds: leased.ownTaxIds })
}

const longestText = 300

const plainFacts = (facts: Refusal['facts']): Refusal['facts'] =>
  facts &&
  Object.fromEntries(
    Object.entries(facts).map(([name, said]) => [name, typeof said === 'string' ? plainText(said) : said]),
  )

const plainOrNull = (text: string | null): string | null =>
  plainText(text?.slice(0, longestText) ?? '') || null

function toSaved(invoice: ReceivedInvoice): SavedReading {
  const { issuer, recipient, number } = invoice
  return {
    source: invoice.source,
    issuerName: plainOrNull(issuer.name),
    issuerKey: taxIdKey(issuer.taxId).slice(0, longestText) || null,
    recipientKey: taxIdKey(recipient.taxId) || null,
    number: plainOrNull(number),
    invoiceKey: invoiceKeyFrom(number)?.slice(0, longestText) ?? null,
    issuedOn: invoice.issuedOn,
    totalMinor: invoice.totalMinor,
    currency: invoice.currency,
    isCreditNote: invoice.isCreditNote,
  }
}
