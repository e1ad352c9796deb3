/** Words of the screen on which somebody confirms what a mail asks. */
import type { ConfirmationType, Counts } from '#app/sign-in/confirmation.ts'
import { formatInstant } from '#kernel/day.ts'

type Words = {
  title: string
  text: string
  /** Label of the button. */
  action: string
  /** Title once it is confirmed. */
  done: string
  /** Text once it is confirmed. */
  after: string
  /** Next step when the link is no longer good. */
  wayOn: string
}

export const confirmWords: { readonly [type in ConfirmationType]: Words } = {
  signup: {
    title: 'Confirma tu correo electrónico',
    text: 'Pulsa el botón para confirmar que esta dirección es tuya.',
    action: 'Confirmar mi correo',
    done: 'Correo confirmado',
    after: 'Tu cuenta está pendiente de activación: la administración la activará y te avisaremos.',
    wayOn: 'Si aún no has confirmado tu correo, inicia sesión y pide que te enviemos otro.',
  },
  email_change: {
    title: 'Confirma tu nueva dirección',
    text: 'Desde ahora iniciarás sesión con ella.',
    action: 'Confirmar mi nueva dirección',
    done: 'Dirección confirmada',
    after: 'Inicia sesión con tu nueva dirección.',
    wayOn: 'Si tu dirección no ha cambiado, pide el cambio otra vez desde tu perfil.',
  },
  address: {
    title: 'Confirma tu nueva dirección',
    text: 'Quien administra tu cuenta quiere cambiar su dirección a esta.',
    action: 'Confirmar mi nueva dirección',
    done: 'Dirección confirmada',
    after: 'Iniciarás sesión con ella en cuanto el cambio se haga efectivo.',
    wayOn:
      'Si sigues usando la dirección de antes, pide a quien administra tu cuenta que lo intente otra vez.',
  },
  address_refusal: {
    title: 'Cancelar el cambio de dirección',
    text: 'Quien administra tu cuenta ha pedido cambiar la dirección con la que entras. Si no estás de acuerdo, cancélalo: nada cambiará.',
    action: 'Cancelar el cambio',
    done: 'Cambio cancelado',
    after: 'Sigues entrando con la dirección y la contraseña de siempre.',
    wayOn: 'Si no reconoces lo ocurrido, avisa a la administración de tu empresa.',
  },
  invitation: {
    title: 'Te han invitado a una empresa',
    text: 'Si aceptas, trabajarás también en ella con tu cuenta y tu contraseña de siempre. Si no, nada cambia.',
    action: 'Aceptar la invitación',
    done: 'Invitación aceptada',
    after: 'Inicia sesión, o elige la empresa en la cabecera si ya habías entrado.',
    wayOn: 'Inicia sesión: si la invitación sigue pendiente, la verás en tu perfil.',
  },
  email_undo: {
    title: 'Recuperar mi dirección',
    text: 'Si no has cambiado tú la dirección de tu cuenta, recupérala: cerraremos todas las sesiones y te enviaremos un enlace para elegir una contraseña nueva.',
    action: 'Recuperar mi dirección',
    done: 'Dirección recuperada',
    after: 'Hemos cerrado todas las sesiones y te hemos enviado un correo para elegir una contraseña nueva.',
    wayOn: 'Si no reconoces lo ocurrido, avisa a la administración de tu empresa.',
  },
}

/** Text of the time from which a confirmed address signs in, in the reader's own zone. */
export function countsText({ from }: Counts): string {
  if (from === null) return 'Ya puedes iniciar sesión con ella.'
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `Iniciarás sesión con ella desde el ${formatInstant(from, zone)}, si nadie cancela antes el cambio. Hasta entonces, entra con la dirección de siempre.`
}
