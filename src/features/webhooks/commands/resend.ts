/** Calls by hand: a test, one delivery again, every failed one again. The deliverer sends them like any other. */
import { lockFor } from '#features/webhooks/commands/lock.ts'
import { testEvent } from '#features/webhooks/rules/events.ts'
import { deliveriesAtOnce, type WebhookRefusal } from '#features/webhooks/rules.ts'
import {
  dueAgain,
  failedDueAgain,
  hasWaitingTest,
  insertDeliveries,
  lockDelivery,
} from '#features/webhooks/store/deliveries.ts'
import { wakeLaneNow } from '#features/webhooks/store/lanes.ts'
import { testBody } from '#features/webhooks/views/messages.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

type Answer<T> = Promise<T | Refusal<WebhookRefusal>>

export async function sendTest(tx: TenantTx, actor: Actor, id: string): Answer<{ deliveryId: string }> {
  const webhook = await lockFor(tx, actor, id, 'test')
  if (isRefusal(webhook)) return webhook
  if (await hasWaitingTest(tx, id)) return refuse('test_waits')
  const deliveryId = newId(tx.now.getTime())
  const body = testBody(tx.companyId, id, tx.now)
  await insertDeliveries(tx, [
    { id: deliveryId, endpointId: id, eventId: deliveryId, event: testEvent, isTest: true, body },
  ])
  await wakeLaneNow(tx, id)
  return { deliveryId }
}

export async function resendOne(
  tx: TenantTx,
  actor: Actor,
  id: string,
  deliveryId: string,
): Answer<{ id: string }> {
  const webhook = await lockFor(tx, actor, id, 'resend')
  if (isRefusal(webhook)) return webhook
  const delivery = await lockDelivery(tx, id, deliveryId)
  if (!delivery) return refuse('not_found')
  if (delivery.state === 'waiting') return refuse('delivery_waits')
  await dueAgain(tx, deliveryId)
  await wakeLaneNow(tx, id)
  return { id: deliveryId }
}

/** Sends every failed delivery again, a batch in each transaction, as far as the person may until the last. */
export async function resendFailed(
  each: Each,
  id: string,
  since: string | undefined,
): Promise<{ resent: number } | Refusal> {
  let total = 0
  while (true) {
    const batch = await each((tx, actor) => resendBatch(tx, actor, id, since))
    if (isRefusal(batch)) return total > 0 ? { resent: total } : batch
    total += batch.resent
    if (batch.resent < deliveriesAtOnce) return { resent: total }
  }
}

async function resendBatch(
  tx: TenantTx,
  actor: Actor,
  id: string,
  since: string | undefined,
): Answer<{ resent: number }> {
  const webhook = await lockFor(tx, actor, id, 'resend')
  if (isRefusal(webhook)) return webhook
  const resent = await failedDueAgain(tx, id, { since: since ?? null, most: deliveriesAtOnce })
  if (resent > 0) await wakeLaneNow(tx, id)
  return { resent }
}
