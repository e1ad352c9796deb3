/** A file put into the tray of received invoices; it is read afterwards, by itself. */
import { attachableFiles } from '#features/documents/store/attachable.ts'
import { invoiceFact } from '#features/invoices/facts.ts'
import { mayAdd, mayReceive, type TrayRefusal } from '#features/invoices/rules/tray.ts'
import { insertReceived, lockTray, ordersEverywhere, waitingOfSender } from '#features/invoices/store.ts'
import type { receiveInvoice } from '#features/invoices/wire/tray.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Puts an uploaded file into the tray of the person's client, or into the company's. */
export async function receive(
  tx: TenantTx,
  actor: Actor,
  { fileId }: BodyOf<typeof receiveInvoice>,
): Promise<{ id: string } | Refusal<TrayRefusal>> {
  const may = mayReceive({ ...actor, ordersEverywhere: await ordersEverywhere(tx, actor) })
  if (may !== true) return may
  const sha256 = (await attachableFiles(tx, [fileId], actor.userId, null)).get(fileId)
  if (sha256 === undefined) return refuse('file_not_yours')
  await lockTray(tx)
  const room = mayAdd(await waitingOfSender(tx, actor))
  if (room !== true) return room
  const { clientId, providerId, userId } = actor
  const received = {
    id: newId(tx.now.getTime()),
    fileId,
    sha256,
    clientId: providerId === null ? clientId : null,
    senderProviderId: providerId,
    sentBy: userId,
  }
  if (!(await insertReceived(tx, received))) return refuse('already_received')
  await record(
    tx,
    actor,
    invoiceFact('invoice.received', received.id, {
      after: { fileId, file: sha256, clientId: received.clientId },
    }),
  )
  return { id: received.id }
}
