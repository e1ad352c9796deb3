/** Wire of deliveries: what a webhook was told, and what it answered. */
import { z } from 'zod'
import { deliveryStates } from '#features/webhooks/rules.ts'
import { WebhookParams } from '#features/webhooks/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, UuidWire } from '#kernel/wire.ts'

const DeliveryWire = z.object({
  id: z.string(),
  /** The `webhook-id` of its calls: the same however often it is sent. */
  eventId: z.string(),
  /** Public event; of a newer release, also one that this does not know. */
  event: z.string(),
  isTest: z.boolean(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: z.string(),
  /** When it is tried again; null when it is not. */
  nextTryAt: z.string().nullable(),
  triedAt: z.string().nullable(),
  /** Status of the last answer; null without one. */
  status: z.int().nullable(),
  /** Spanish reason for which there was no answer; null with one, and before the first try. */
  fault: z.string().nullable(),
  durationMs: z.int().nullable(),
})
export type DeliveryWire = z.infer<typeof DeliveryWire>

export const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/:webhookId/deliveries',
  summary: 'Deliveries of a webhook within the last 30 days, the newest first.',
  params: WebhookParams,
  query: z.object({
    state: z.enum(deliveryStates).optional(),
    /** Id of the last delivery of the previous page. */
    after: UuidWire.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  response: z.object({ items: z.array(DeliveryWire), next: z.string().nullable() }),
})

const DeliveryParams = z.object({ webhookId: UuidWire, deliveryId: UuidWire })

export const getWebhookDelivery = endpoint({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/api/webhooks/:webhookId/deliveries/:deliveryId',
  summary: 'A delivery, with the body that is sent and the first characters of the last answer.',
  params: DeliveryParams,
  response: DeliveryWire.extend({
    body: z.string(),
    answer: z.string().nullable(),
    can: z.object({ resend: AbilityWire }),
  }),
})

const refusals = ['forbidden', 'not_found', 'company_suspended', 'untrusted_account', 'sample_company']

export const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/:webhookId/tests',
  summary: 'Sends a test call once, also to a webhook that is paused; its answer stands in the delivery.',
  params: WebhookParams,
  response: z.object({ deliveryId: z.string() }),
  refusals: [...refusals, 'test_waits'],
  idempotent: true,
})

export const resendWebhookDelivery = endpoint({
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/api/webhooks/:webhookId/deliveries/:deliveryId/resends',
  summary: 'Sends a delivery again, with the same id and the same body, and with all its tries.',
  params: DeliveryParams,
  response: z.object({ id: z.string() }),
  refusals: [...refusals, 'webhook_not_active', 'delivery_waits'],
  idempotent: true,
})

export const resendFailedDeliveries = endpoint({
  id: 'resendFailedDeliveries',
  method: 'POST',
  path: '/api/webhooks/:webhookId/resends',
  summary: 'Sends again every failed delivery of a fact since an instant.',
  params: WebhookParams,
  body: z.object({ since: InstantWire.optional() }),
  response: z.object({ resent: z.int() }),
  refusals: [...refusals, 'webhook_not_active'],
  idempotent: true,
})
