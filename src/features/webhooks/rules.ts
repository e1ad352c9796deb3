/**
 * Webhooks: addresses of other systems that a company tells of what happens in it. They belong to its administrators,
 * because what is told is what an administrator may read.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** `switched_off`: by the program, for one of `switchOffReasons`. */
export const webhookStates = ['active', 'paused', 'switched_off'] as const
export type WebhookState = (typeof webhookStates)[number]

/** `failures`: nothing but failures for three days; `gone`: the receiver said that it is no more. */
export const switchOffReasons = ['failures', 'gone'] as const
export type SwitchOffReason = (typeof switchOffReasons)[number]

/** `waiting`: also between tries; `failed`: given up. */
export const deliveryStates = ['waiting', 'accepted', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type WebhookRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'untrusted_account'
  | 'sample_company'
  | 'too_many_webhooks'
  | 'webhook_active'
  | 'webhook_not_active'
  | 'stale_webhook'
  | 'not_an_address'
  | 'not_https'
  | 'port_closed'
  | 'private_address'
  | 'secret_unreadable'
  | 'delivery_waits'
  | 'test_waits'

/** Webhooks that a company may have at most. */
export const maxWebhooks = 10
export const longestUrl = 500
export const longestDescription = 120

/** Hours for which a replaced secret still signs, beside the new one. */
export const formerSecretHours = 24
/** Days for which deliveries are kept. */
export const deliveryDays = 30

/** Part of an address that may be said: its path and its query often are a secret of the receiver. */
export const addressOrigin = (url: string): string => new URL(url).origin

/** Permits seeing webhooks: to administrators. */
export const maySeeWebhooks = ({ role }: Pick<Actor, 'role'>): true | Refusal<WebhookRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

type Keeper = Pick<Actor, 'role' | 'companySuspended' | 'untrustedReason' | 'isSample'>

/** Permits pausing, removing and renewing the secret: also in a company that is suspended. */
const maySecureWebhooks = (actor: Keeper): true | Refusal<WebhookRefusal> =>
  firstRefusal<WebhookRefusal>(
    maySeeWebhooks(actor),
    actor.isSample ? refuse('sample_company') : true,
    accountTrust(actor),
  )

/** Permits changing webhooks, and sending by hand. A sample tells nobody anything. */
export const mayChangeWebhooks = (actor: Keeper): true | Refusal<WebhookRefusal> =>
  firstRefusal<WebhookRefusal>(
    maySeeWebhooks(actor),
    actor.companySuspended ? refuse('company_suspended') : true,
    maySecureWebhooks(actor),
  )

export const mayAddWebhook = (actor: Keeper, existing: number): true | Refusal<WebhookRefusal> =>
  firstRefusal<WebhookRefusal>(
    mayChangeWebhooks(actor),
    existing < maxWebhooks ? true : refuse('too_many_webhooks', { most: maxWebhooks }),
  )

/** Refuses a change based on an earlier revision than the current one. */
export const sameRevision = (
  webhook: { readonly revision: number },
  seen: number,
): true | Refusal<WebhookRefusal> => (webhook.revision === seen ? true : refuse('stale_webhook'))

export type WebhookVerb = 'change' | 'pause' | 'resume' | 'remove' | 'renewSecret' | 'test' | 'resend'

export function webhookAbilities(
  actor: Keeper,
  { state }: { readonly state: WebhookState },
): Abilities<WebhookVerb, WebhookRefusal> {
  const may = mayChangeWebhooks(actor)
  const mayGuard = maySecureWebhooks(actor)
  const isActive = state === 'active'
  return {
    change: may,
    pause: firstRefusal<WebhookRefusal>(mayGuard, isActive ? true : refuse('webhook_not_active')),
    resume: firstRefusal<WebhookRefusal>(may, isActive ? refuse('webhook_active') : true),
    remove: mayGuard,
    renewSecret: mayGuard,
    // Also of one that is not active, to find out whether it would work.
    test: may,
    resend: firstRefusal<WebhookRefusal>(may, isActive ? true : refuse('webhook_not_active')),
  }
}

/** Deliveries that one statement changes: a webhook may have as many as its company had facts in a month. */
export const deliveriesAtOnce = 2000
