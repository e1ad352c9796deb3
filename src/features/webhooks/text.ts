/** Spanish words of webhooks: refusals, states and what became of a call. */
import type {
  DeliveryState,
  SwitchOffReason,
  WebhookRefusal,
  WebhookState,
} from '#features/webhooks/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const webhookWords = refusalTexts<WebhookRefusal>({
  forbidden: 'Los webhooks son de la administración de la empresa.',
  not_found: 'El webhook no existe o lo han eliminado.',
  company_suspended: 'La empresa está suspendida: no se puede cambiar nada.',
  untrusted_account: 'Tu cuenta todavía no puede cambiar webhooks. Tu perfil dice por qué.',
  sample_company: 'Un ejemplo no llama a nadie: crea el webhook en tu empresa.',
  too_many_webhooks: ({ facts }) => `Una empresa tiene ${facts?.most} webhooks como máximo.`,
  webhook_active: 'El webhook ya está activo.',
  webhook_not_active: 'El webhook no está activo: reanúdalo antes.',
  stale_webhook: 'El webhook ha cambiado mientras lo mirabas. Revisa cómo está ahora.',
  not_an_address:
    'Escribe una dirección completa, sin usuario ni contraseña: https://sistema.example/webhook',
  not_https: 'La dirección tiene que empezar por https://',
  port_closed: 'Ese puerto no se puede usar: deja el 443 o elige uno desde el 1024.',
  private_address: 'Esa dirección está dentro de una red privada: desde aquí no se llama a ella.',
  secret_unreadable: 'Está hecho, pero su clave ya no se puede mostrar: renuévala en la página del webhook.',
  delivery_waits: 'Este envío ya está esperando.',
  test_waits: 'Hay otra prueba esperando su respuesta.',
})
export const webhookAbility = abilityWith(webhookWords)

export const webhookStateLabel: { readonly [state in WebhookState]: string } = {
  active: 'Activo',
  paused: 'En pausa',
  switched_off: 'Desconectado',
}

export const switchOffText: { readonly [reason in SwitchOffReason]: string } = {
  failures: 'Se desconectó porque durante tres días no respondió bien a ninguna llamada.',
  gone: 'Se desconectó porque el sistema que recibe respondió que ya no existe (410).',
}

export const deliveryStateLabel: { readonly [state in DeliveryState]: string } = {
  waiting: 'Esperando',
  accepted: 'Recibido',
  failed: 'Fallido',
}

const faultTexts = new Map([
  ['address_not_allowed', 'La dirección lleva a una red a la que no se puede llamar'],
  ['name_unknown', 'Nadie conoce el nombre de la dirección'],
  ['takes_too_long', 'No respondió en 15 segundos'],
  ['certificate', 'Su certificado no es válido'],
  ['no_connection', 'No se pudo conectar'],
  ['secret_unreadable', 'La clave con la que se firma no se puede leer: renuévala'],
])

/** Why there was no answer; a fault of a newer release is one of the connection. */
export const faultText = (fault: string): string => faultTexts.get(fault) ?? 'No se pudo conectar'
