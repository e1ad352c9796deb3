/** Webhooks made, changed, paused, resumed and removed by administrators. */
import { lockFor } from '#features/webhooks/commands/lock.ts'
import { webhookFact } from '#features/webhooks/facts.ts'
import type { WebhookRefusal } from '#features/webhooks/rules.ts'
import { addressOrigin, formerSecretHours, mayAddWebhook, sameRevision } from '#features/webhooks/rules.ts'
import { findWaiting } from '#features/webhooks/store/deliveries.ts'
import { closeLane, wakeLaneNow } from '#features/webhooks/store/lanes.ts'
import {
  addSecret,
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  lockNumber,
  saveFields,
  saveState,
  type WebhookFields,
} from '#features/webhooks/store.ts'
import type {
  changeWebhook,
  moveWebhook,
  SealedSecretWire,
  WebhookFieldsWire,
} from '#features/webhooks/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Seal } from '#server/auth/seal.ts'
import { record } from '#server/database/journal.ts'
import { beginReading, endReading } from '#server/database/sealed-events.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { addressFault, type Reach } from '#server/http/reach.ts'
import { newSigningSecret } from '#server/http/signed-message.ts'

type Answer<T> = Promise<T | Refusal<WebhookRefusal>>
type Changed = { readonly id: string; readonly revision: number }

const reachable = (url: string, reach: Reach): true | Refusal<WebhookRefusal> => {
  const fault = addressFault(url, reach)
  return fault === null ? true : refuse(fault)
}

const pickTold = ({ url, description, events }: WebhookFields): WebhookFields => ({
  url: addressOrigin(url),
  description,
  events,
})

const pickFields = ({ url, description, events }: WebhookFields): WebhookFields => ({
  url,
  description,
  events,
})

export async function addWebhook(
  tx: TenantTx,
  actor: Actor,
  fields: WebhookFieldsWire,
  { seal, reach }: { readonly seal: Seal; readonly reach: Reach },
): Answer<SealedSecretWire> {
  await lockNumber(tx)
  const may = firstRefusal(mayAddWebhook(actor, await countWebhooks(tx)), reachable(fields.url, reach))
  if (may !== true) return may
  const id = newId(tx.now.getTime())
  await insertWebhook(tx, { id, ...fields }, actor.userId)
  const made = await makeSecret(tx, id, seal)
  await beginReading(tx, 'webhooks')
  await record(tx, actor, webhookFact('webhook.created', id, { after: pickTold(fields) }))
  return made
}

async function makeSecret(tx: TenantTx, id: string, seal: Seal): Promise<SealedSecretWire> {
  const sealed = seal.seal(newSigningSecret())
  await addSecret(tx, id, { id: newId(tx.now.getTime()), sealed }, formerUntil(tx))
  return { id, sealed }
}

const formerUntil = (tx: TenantTx): Date => new Date(tx.now.getTime() + formerSecretHours * 3600_000)

export async function changeFields(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { revision, ...fields }: BodyOf<typeof changeWebhook>,
  reach: Reach,
): Answer<Changed> {
  const webhook = await lockFor(tx, actor, id, 'change')
  if (isRefusal(webhook)) return webhook
  const may = firstRefusal(sameRevision(webhook, revision), reachable(fields.url, reach))
  if (may !== true) return may
  if (JSON.stringify(pickFields(webhook)) === JSON.stringify(pickFields(fields))) return { id, revision }
  await saveFields(tx, id, fields)
  await record(
    tx,
    actor,
    webhookFact('webhook.changed', id, { before: pickTold(webhook), after: pickTold(fields) }),
  )
  return { id, revision: revision + 1 }
}

/** Pauses or resumes. What waited while it was paused is sent then; what happened meanwhile is not. */
export async function applyMove(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { move, revision }: BodyOf<typeof moveWebhook>,
): Answer<Changed> {
  const webhook = await lockFor(tx, actor, id, move)
  if (isRefusal(webhook)) return webhook
  const may = sameRevision(webhook, revision)
  if (may !== true) return may
  const state = move === 'pause' ? 'paused' : 'active'
  await saveState(tx, id, state)
  if (state === 'active' && (await findWaiting(tx, id, false))) await wakeLaneNow(tx, id)
  const kind = state === 'active' ? 'webhook.resumed' : 'webhook.paused'
  await record(tx, actor, webhookFact(kind, id, { before: { state: webhook.state }, after: { state } }))
  return { id, revision: revision + 1 }
}

export async function remove(tx: TenantTx, actor: Actor, id: string): Answer<{ id: string }> {
  await lockNumber(tx)
  const webhook = await lockFor(tx, actor, id, 'remove')
  if (isRefusal(webhook)) return webhook
  // The reader's place before the webhook, as whoever plans.
  if ((await countWebhooks(tx)) === 1) await endReading(tx, 'webhooks')
  await deleteWebhook(tx, id)
  await closeLane(tx, id)
  await record(tx, actor, webhookFact('webhook.removed', id, { before: pickTold(webhook) }))
  return { id }
}

/** Makes a new secret; the one before signs beside it for a day. */
export async function renewSecret(
  tx: TenantTx,
  actor: Actor,
  id: string,
  seal: Seal,
): Answer<SealedSecretWire> {
  const webhook = await lockFor(tx, actor, id, 'renewSecret')
  if (isRefusal(webhook)) return webhook
  const made = await makeSecret(tx, id, seal)
  const after = { formerUntil: formerUntil(tx).toISOString() }
  await record(tx, actor, webhookFact('webhook.secret_renewed', id, { after }))
  return made
}
