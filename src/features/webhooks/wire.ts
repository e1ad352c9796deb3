/** Wire of webhooks: endpoints of a company, and the calls that change them. */
import { z } from 'zod'
import { publicEvents } from '#features/webhooks/rules/events.ts'
import {
  longestDescription,
  longestUrl,
  maxWebhooks,
  switchOffReasons,
  webhookStates,
} from '#features/webhooks/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, lineWire, UuidWire } from '#kernel/wire.ts'

const EventWire = z.enum(publicEvents, { error: 'Evento desconocido' })

export const WebhookWire = z.object({
  id: z.string(),
  /** Address that is called. */
  url: z.string(),
  description: z.string(),
  /** Public events that it is told; of a newer release, also such as this one does not know. */
  events: z.array(z.string()),
  state: z.enum(webhookStates),
  /** Why the program switched it off; null when it did not. */
  switchedOffFor: z.enum(switchOffReasons).nullable(),
  /** Since when every call has failed; null while it works, and before the first call. */
  failingSince: z.string().nullable(),
  lastAcceptedAt: z.string().nullable(),
  lastFailedAt: z.string().nullable(),
  /** Deliveries that wait, and failed ones that are kept; both count to 1,000. */
  waiting: z.int(),
  failed: z.int(),
  /** Until when the secret before this one still signs; null when there is none. */
  formerSecretUntil: z.string().nullable(),
  revision: z.int(),
  can: z.object({
    change: AbilityWire,
    pause: AbilityWire,
    resume: AbilityWire,
    remove: AbilityWire,
    renewSecret: AbilityWire,
    test: AbilityWire,
    resend: AbilityWire,
  }),
})
export type WebhookWire = z.infer<typeof WebhookWire>

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The webhooks of the company, the oldest first.',
  response: z.object({
    items: z.array(WebhookWire),
    most: z.int(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const WebhookParams = z.object({ webhookId: UuidWire })

export const getWebhook = endpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/api/webhooks/:webhookId',
  summary: 'A webhook, with its health.',
  params: WebhookParams,
  response: WebhookWire,
})

const fields = {
  /** Address that is called, `https://` alone; its path and query are told to nobody. */
  url: lineWire(longestUrl, 'Dirección requerida'),
  description: lineWire(longestDescription, 'Descripción requerida'),
  /** Public events of which it is told; the description lists them under `webhooks`. */
  events: z
    .array(EventWire)
    .min(1, 'Elige al menos un evento')
    .max(publicEvents.length)
    .transform(events => [...new Set(events)]),
}
export const WebhookFieldsWire = z.object(fields)
export type WebhookFieldsWire = z.infer<typeof WebhookFieldsWire>

const RevisionWire = z.int().min(1).max(1_000_000)
const Changed = z.object({ id: z.string(), revision: z.int() })
const SecretWire = z.object({
  id: z.string(),
  /** Shown this once: `whsec_` and the key in base64. */
  secret: z.string(),
})

/** A secret that was made, as it is stored for a repeated request: a reader of our tables finds none that signs. */
export const SealedSecretWire = z.object({ id: z.string(), sealed: z.string() })
export type SealedSecretWire = z.infer<typeof SealedSecretWire>

const common = ['forbidden', 'company_suspended', 'untrusted_account', 'sample_company'] as const
const ofExisting = [...common, 'not_found'] as const
const ofGuarding = ofExisting.filter(refusal => refusal !== 'company_suspended')
const ofAddress = ['not_an_address', 'not_https', 'port_closed', 'private_address'] as const

export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  summary: `Makes a webhook, ${maxWebhooks} in a company at most, and shows the secret that signs its calls.`,
  body: WebhookFieldsWire,
  response: SecretWire,
  refusals: [...common, ...ofAddress, 'too_many_webhooks', 'secret_unreadable'],
  idempotent: true,
})

export const changeWebhook = endpoint({
  id: 'changeWebhook',
  method: 'PUT',
  path: '/api/webhooks/:webhookId',
  summary:
    'Changes the address, the description or the events of a webhook; what waits goes to the new address.',
  params: WebhookParams,
  body: z.object({ ...fields, revision: RevisionWire }),
  response: Changed,
  refusals: [...ofExisting, ...ofAddress, 'stale_webhook'],
})

export const webhookMoves = ['pause', 'resume'] as const

export const moveWebhook = endpoint({
  id: 'moveWebhook',
  method: 'POST',
  path: '/api/webhooks/:webhookId/moves',
  summary:
    'Pauses a webhook, or resumes one that is paused or was switched off. While paused it is told nothing new.',
  params: WebhookParams,
  body: z.object({ move: z.enum(webhookMoves), revision: RevisionWire }),
  response: Changed,
  refusals: [...ofExisting, 'webhook_active', 'webhook_not_active', 'stale_webhook'],
  idempotent: true,
})

export const removeWebhook = endpoint({
  id: 'removeWebhook',
  method: 'DELETE',
  path: '/api/webhooks/:webhookId',
  summary: 'Removes a webhook with its deliveries, also those that wait.',
  params: WebhookParams,
  response: z.object({ id: z.string() }),
  refusals: ofGuarding,
})

export const renewWebhookSecret = endpoint({
  id: 'renewWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/:webhookId/secrets',
  summary:
    'Makes a new secret and shows it; the one before signs beside it for a day, any earlier one no more.',
  params: WebhookParams,
  response: SecretWire,
  refusals: [...ofGuarding, 'secret_unreadable'],
  idempotent: true,
})
