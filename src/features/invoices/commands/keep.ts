/** Readings kept beside their files, so that nobody who decides on an order waits for one. */
import { keepReading } from '#features/files/store/readings.ts'
import { keptFromInvoice } from '#features/invoices/rules/kept-reading.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

export type KeepReading = (
  file: { readonly companyId: string; readonly fileId: string },
  invoice: ReceivedInvoice,
) => Promise<void>

export const keepIn =
  (db: Db): KeepReading =>
  ({ companyId, fileId }, invoice) =>
    asSystem(db, companyId, tx => keepReading(tx, fileId, keptFromInvoice(invoice)))
