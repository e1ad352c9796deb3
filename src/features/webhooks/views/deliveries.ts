/** The log of deliveries of a webhook. */
import { type DeliveryState, type WebhookState, webhookAbilities } from '#features/webhooks/rules.ts'
import { faultText, webhookAbility } from '#features/webhooks/text.ts'
import { requireAdministrator } from '#features/webhooks/views.ts'
import type {
  DeliveryWire,
  getWebhookDelivery,
  listWebhookDeliveries,
} from '#features/webhooks/wire/deliveries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, refuse } from '#kernel/refusal.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = Omit<DeliveryWire, 'state'> & { readonly state: DeliveryState }

/** Columns of `webhook_delivery y`. */
const columns = part`y.id, y.event_id as "eventId", y.event_type as event, y.is_test as "isTest", y.state, y.attempts,
  y.created_at as "createdAt", case when y.state = 'waiting' then y.next_try_at end as "nextTryAt",
  y.tried_at as "triedAt", y.status, y.fault, y.duration_ms as "durationMs"`

const wireFromRow = <R extends Row>(row: R): R => ({
  ...row,
  fault: row.fault === null ? null : faultText(row.fault),
})

/** A page of the log; null for a webhook that the company does not have. */
export async function deliveryPage(
  tx: TenantTx,
  actor: Actor,
  webhookId: string,
  { state, after, limit }: QueryOf<typeof listWebhookDeliveries>,
): Promise<ResponseOf<typeof listWebhookDeliveries> | null> {
  requireAdministrator(actor)
  const [webhook, rows] = await Promise.all([
    tx.one(sql`select from webhook_endpoint where company_id = ${tx.companyId} and id = ${webhookId}`),
    tx.all<Row>(sql`
      select ${columns} from webhook_delivery y
      where y.company_id = ${tx.companyId} and y.endpoint_id = ${webhookId}
        ${state === undefined ? nothing : part`and y.state = ${state}`}
        ${after === undefined ? nothing : part`and y.id < ${after}`}
      order by y.id desc limit ${limit + 1}`),
  ])
  if (!webhook) return null
  const items = rows.slice(0, limit).map(wireFromRow)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** A delivery of a webhook; null when that webhook has none of this id. */
export async function readDelivery(
  tx: TenantTx,
  actor: Actor,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<ResponseOf<typeof getWebhookDelivery> | null> {
  requireAdministrator(actor)
  const row = await tx.one<
    Row & { readonly body: string; readonly answer: string | null; readonly webhookState: WebhookState }
  >(sql`
    select ${columns}, y.body, y.answer, h.state as "webhookState" from webhook_delivery y
    join webhook_endpoint h on h.company_id = y.company_id and h.id = y.endpoint_id
    where y.company_id = ${tx.companyId} and y.endpoint_id = ${webhookId} and y.id = ${deliveryId}`)
  if (!row) return null
  const { webhookState, ...delivery } = wireFromRow(row)
  const may = firstRefusal(
    webhookAbilities(actor, { state: webhookState }).resend,
    row.state === 'waiting' ? refuse('delivery_waits') : true,
  )
  return { ...delivery, can: { resend: webhookAbility(may) } }
}
