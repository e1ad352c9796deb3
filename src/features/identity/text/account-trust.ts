import type { UntrustedReason } from '#kernel/actor.ts'
import { untrustedReasons } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'

/** Refusal for an untrusted account, by reason, with its remedy. */
export const untrustedText: { readonly [why in UntrustedReason]: string } = {
  service_account: 'Una cuenta de servicio puede ver y preparar, pero no decidir ni ejecutar.',
  unconfirmed_address:
    'Todavía no has confirmado tu correo: puedes ver y preparar, pero no decidir ni ejecutar. Pide el enlace en tu perfil.',
  given_password:
    'Tu contraseña la eligió otra persona: puedes ver y preparar, pero no decidir ni ejecutar. Elige la tuya en tu perfil.',
  changed_by_others:
    'Otra persona ha cambiado hace menos de 72 horas cómo entras: hasta entonces puedes ver y preparar, pero no decidir ni ejecutar.',
}

/** Notice on the profile for an untrusted account, by reason: the remedy is on that page. */
export const untrustedRemedy: { readonly [why in UntrustedReason]: string } = {
  service_account: 'Es una cuenta de servicio: lo que decide o ejecuta lo hace una persona.',
  unconfirmed_address:
    'No has confirmado que este correo es tuyo. Te enviamos un enlace para confirmarlo y elegir tu contraseña.',
  given_password: 'Tu contraseña la eligió otra persona. Elige la tuya y podrás hacerlo en el momento.',
  changed_by_others:
    'Otra persona ha cambiado hace menos de 72 horas cómo entras. Podrás hacerlo cuando pasen; si no lo esperabas, cambia tu contraseña y avisa a la administración de tu empresa.',
}

export const untrustedWords = ({ facts }: Refusal): string =>
  untrustedText[untrustedReasons.find(why => why === facts?.why) ?? 'changed_by_others']
