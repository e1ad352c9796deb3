/** A received invoice settled, once: by the order that pays it, or refused with a reason that whoever sent it reads. */
import { credit } from '#features/approvals/commands/credit.ts'
import { lockDocument } from '#features/documents/store.ts'
import { send } from '#features/invoices/commands/send.ts'
import { invoiceFact } from '#features/invoices/facts.ts'
import {
  seesReceived,
  soundClient,
  soundIssuer,
  type TrayRefusal,
  type TrayVerb,
  trayAbilities,
} from '#features/invoices/rules/tray.ts'
import {
  type HeldReceived,
  lockReceived,
  ordersEverywhere,
  settleReceived,
} from '#features/invoices/store.ts'
import type { creditInvoice } from '#features/invoices/wire/credit.ts'
import type { orderInvoice, refuseInvoice } from '#features/invoices/wire/tray.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Makes the order that pays the invoice, with the invoice's file among its attachments. */
export async function order(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { invoiceRevision, ...content }: BodyOf<typeof orderInvoice>,
): ReturnType<typeof send> {
  const held = await lockFor('order', tx, actor, id, invoiceRevision)
  if (isRefusal(held)) return held
  const project = await readProjectWithStanding(tx, actor, content.projectId)
  const ofClient = project ? soundClient(held, project.standing.clientId) : true
  if (ofClient !== true) return ofClient
  const fileIds = [...new Set([held.fileId, ...content.fileIds])]
  const sent = await send(tx, actor, { ...content, fileIds }, [held.fileId])
  if (isRefusal(sent)) return sent
  await settleReceived(tx, id, actor, { state: 'ordered', documentId: sent.id })
  await record(tx, actor, invoiceFact('invoice.ordered', id, { after: { documentId: sent.id } }))
  return sent
}

/** Makes the credit note of an order that the invoice is, with its file among the attachments. */
export async function creditReceived(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { invoiceRevision, creditedId, ...content }: BodyOf<typeof creditInvoice>,
): ReturnType<typeof credit> {
  const held = await lockFor('credit', tx, actor, id, invoiceRevision)
  if (isRefusal(held)) return held
  const fileIds = [...new Set([held.fileId, ...content.fileIds])]
  const sent = await credit(tx, actor, creditedId, { ...content, fileIds }, [held.fileId])
  if (isRefusal(sent)) return sent
  // Asked once it is known that the person sees the order.
  const credited = await lockDocument(tx, creditedId)
  const sound =
    credited &&
    firstRefusal(
      soundIssuer(held.issuerProviderId, credited.providerId),
      soundClient(held, credited.clientId),
    )
  if (sound !== true) return sound ?? refuse('not_found')
  await settleReceived(tx, id, actor, { state: 'ordered', documentId: sent.id })
  await record(tx, actor, invoiceFact('invoice.ordered', id, { after: { documentId: sent.id } }))
  return sent
}

export async function refuseReceived(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { revision, reason }: BodyOf<typeof refuseInvoice>,
): Promise<{ id: string } | Refusal<TrayRefusal>> {
  const held = await lockFor('refuse', tx, actor, id, revision)
  if (isRefusal(held)) return held
  await settleReceived(tx, id, actor, { state: 'refused', reason })
  await record(tx, actor, invoiceFact('invoice.refused', id, { after: { state: 'refused' }, reason }))
  return { id }
}

/** The locked invoice, when this person may do this to it as they saw it. */
async function lockFor(
  verb: TrayVerb,
  tx: TenantTx,
  actor: Actor,
  id: string,
  revision: number,
): Promise<HeldReceived | Refusal<TrayRefusal>> {
  const [held, everywhere] = await Promise.all([lockReceived(tx, id), ordersEverywhere(tx, actor)])
  const asking = { ...actor, ordersEverywhere: everywhere }
  if (held === null || !seesReceived(asking, held)) return refuse('not_found')
  const may = trayAbilities(asking, held.state, held.asks)[verb]
  if (may !== true) return may
  return held.revision === revision ? held : refuse('stale_invoice')
}
