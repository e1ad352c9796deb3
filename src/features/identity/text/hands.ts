import type { FreshHands } from '#kernel/actor.ts'
import { freshHands } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'

/** Refusal for an account in fresh hands, by reason, with its remedy. */
export const freshHandsText: { readonly [why in FreshHands]: string } = {
  unconfirmed_address:
    'Todavía no has confirmado tu correo: puedes ver y preparar, pero no decidir ni ejecutar. Pide el enlace en tu perfil.',
  given_password:
    'Tu contraseña la eligió otra persona: puedes ver y preparar, pero no decidir ni ejecutar. Elige la tuya en tu perfil.',
  changed_by_others:
    'Otra persona ha cambiado hace menos de 72 horas cómo entras: hasta entonces puedes ver y preparar, pero no decidir ni ejecutar.',
}

/** Notice on the profile for an account in fresh hands, by reason: the remedy is on that page. */
export const freshHandsRemedy: { readonly [why in FreshHands]: string } = {
  unconfirmed_address:
    'No has confirmado que este correo es tuyo. Te enviamos un enlace para confirmarlo y elegir tu contraseña.',
  given_password: 'Tu contraseña la eligió otra persona. Elige la tuya y podrás hacerlo en el momento.',
  changed_by_others:
    'Otra persona ha cambiado hace menos de 72 horas cómo entras. Podrás hacerlo cuando pasen; si no lo esperabas, cambia tu contraseña y avisa a la administración de tu empresa.',
}

export const freshHandsWords = ({ facts }: Refusal): string =>
  freshHandsText[freshHands.find(why => why === facts?.why) ?? 'changed_by_others']
