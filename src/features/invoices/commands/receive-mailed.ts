/** A file that came by mail, put into the company's tray; nobody of it is known but an address, which anybody may write. */
import { invoiceFact } from '#features/invoices/facts.ts'
import { readArchive } from '#features/invoices/readers/reading.ts'
import { insertReceived } from '#features/invoices/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Mailed = {
  readonly fileId: string
  readonly sha256: string
  readonly providerId: string | null
  readonly mailedFrom: string
}

/**
 * Id of the received invoice; null when the same file lies in a tray already. `by`: who took it in; null for the program,
 * of a provider's address.
 */
export async function receiveMailed(tx: TenantTx, by: Actor | null, mailed: Mailed): Promise<string | null> {
  const { fileId, sha256, providerId, mailedFrom } = mailed
  const id = newId(tx.now.getTime())
  const received = {
    id,
    fileId,
    sha256,
    mailedFrom,
    clientId: null,
    senderProviderId: providerId,
    sentBy: null,
  }
  if (!(await insertReceived(tx, received))) return null
  await record(
    tx,
    by,
    invoiceFact('invoice.received', id, { after: { fileId, file: sha256, clientId: null } }),
  )
  return id
}

/** The files of a ZIP that came by mail, or why nothing of it is taken. */
export const unpackMailed = readArchive
