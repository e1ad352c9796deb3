/** Beginning of every command on a webhook: it is locked, and the permission is asked. */
import { type WebhookRefusal, type WebhookVerb, webhookAbilities } from '#features/webhooks/rules.ts'
import { lockWebhook, type Webhook } from '#features/webhooks/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** The webhook, locked, when the person may do this with it. */
export async function lockFor(
  tx: TenantTx,
  actor: Actor,
  id: string,
  verb: WebhookVerb,
): Promise<Webhook | Refusal<WebhookRefusal>> {
  const webhook = await lockWebhook(tx, id)
  // Whoever may not see webhooks does not learn which exist.
  const may = webhookAbilities(actor, webhook ?? { state: 'active' })[verb]
  if (may !== true && (webhook !== null || may.refused === 'forbidden')) return may
  return webhook ?? refuse('not_found')
}
