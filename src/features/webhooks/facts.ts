/**
 * Facts of webhooks. Their secrets stand in none, and of their addresses the origin alone, because path and query often
 * are a secret of the receiver, and what is sealed stays for ever. That one was switched off is told to the administrators, because since
 * then another system does not hear what happens.
 */
import type { SwitchOffReason } from '#features/webhooks/rules.ts'
import { content, defineFacts } from '#kernel/fact.ts'

/** `url`: the origin of the address, as `https://sistema.example`. */
type Told = { readonly url: string; readonly description: string; readonly events: readonly string[] }
type State = { readonly state: string }

export const webhookFact = defineFacts({
  'webhook.created': {
    object: 'webhook',
    sentence: 'Webhook creado',
    content: content<{ after: Told }>(),
  },
  'webhook.changed': {
    object: 'webhook',
    sentence: 'Webhook modificado',
    content: content<{ before: Told; after: Told }>(),
  },
  'webhook.paused': {
    object: 'webhook',
    sentence: 'Webhook en pausa',
    content: content<{ before: State; after: State }>(),
  },
  'webhook.resumed': {
    object: 'webhook',
    sentence: 'Webhook reanudado',
    content: content<{ before: State; after: State }>(),
  },
  'webhook.secret_renewed': {
    object: 'webhook',
    sentence: 'Clave de un webhook renovada',
    // Instant until which the former one still signs.
    content: content<{ after: { readonly formerUntil: string } }>(),
  },
  'webhook.switched_off': {
    object: 'webhook',
    sentence: 'Webhook desconectado: nadie lo recibe',
    content: content<{
      after: { readonly reason: SwitchOffReason; readonly url: string; readonly description: string }
    }>(),
    subscribers: ['notices'],
  },
  'webhook.removed': {
    object: 'webhook',
    sentence: 'Webhook eliminado',
    content: content<{ before: Told }>(),
  },
})
