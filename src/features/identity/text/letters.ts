/** Letters about accounts and sessions. Links are absolute URLs, made from the configured origin alone. */
import { type Addressee, greetingTo } from '#features/identity/text/greeting.ts'
import type { Letter } from '#kernel/letter.ts'
import { counted } from '#kernel/text.ts'

const ignoreIfNotYou = 'Si no has sido tú, no hagas nada: nadie puede usar este enlace sin tu correo.'

export function recoveryLetter(person: Addressee, url: string): Letter {
  return {
    to: person.email,
    kind: 'recovery',
    subject: 'Restablece tu contraseña',
    greeting: greetingTo(person),
    paragraphs: ['Has pedido restablecer tu contraseña. Pulsa el botón para elegir una nueva.'],
    action: { label: 'Crear nueva contraseña', url },
    after: ['El enlace sirve una sola vez y caduca en 60 minutos.', ignoreIfNotYou],
  }
}

/** Letter to somebody who asks for a new password where their company requires its own sign-in. */
export function companySignInLetter(person: Addressee, url: string): Letter {
  return {
    to: person.email,
    kind: 'company_sign_in',
    subject: 'Entra con tu empresa',
    greeting: greetingTo(person),
    paragraphs: [
      'Has pedido restablecer tu contraseña, pero tu empresa pide entrar con su propio acceso: no hace falta ninguna contraseña aquí.',
      'Abre la página, escribe tu correo y pulsa «Entrar con mi empresa».',
    ],
    action: { label: 'Ir a la página', url },
    after: ['Si no has sido tú, no hagas nada.'],
  }
}

export function confirmationLetter(person: Pick<Addressee, 'email'>, url: string): Letter {
  return {
    to: person.email,
    kind: 'signup',
    subject: 'Confirma tu correo electrónico',
    // No name in the greeting: a stranger may have registered, with an advertisement as the name.
    greeting: 'Hola:',
    paragraphs: [
      'Alguien se ha registrado con esta dirección. Confírmala para continuar.',
      'Después, un administrador activará tu cuenta y te avisaremos.',
    ],
    action: { label: 'Confirmar mi correo', url },
    after: ['El enlace sirve una sola vez y caduca en 24 horas.', ignoreIfNotYou],
  }
}

/** Letter to the owner of an address with which somebody tried to register again. */
export function alreadyRegisteredLetter(person: Pick<Addressee, 'email'>, url: string): Letter {
  return {
    to: person.email,
    kind: 'signup',
    subject: 'Ya tienes una cuenta',
    greeting: 'Hola:',
    paragraphs: [
      'Alguien ha intentado registrarse con esta dirección, que ya tiene una cuenta.',
      'Si has sido tú, inicia sesión. Si no recuerdas la contraseña, puedes restablecerla desde la misma página.',
    ],
    action: { label: 'Iniciar sesión', url },
    after: ['Si no has sido tú, no tienes que hacer nada.'],
  }
}

export function newAddressLetter(person: Addressee, newEmail: string, url: string): Letter {
  return {
    to: newEmail,
    kind: 'email_change',
    subject: 'Confirma tu nueva dirección',
    greeting: greetingTo(person),
    paragraphs: ['Has pedido usar esta dirección para entrar. Confírmala para que el cambio tenga efecto.'],
    action: { label: 'Confirmar mi nueva dirección', url },
    after: ['El enlace sirve una sola vez y caduca en 60 minutos.', ignoreIfNotYou],
  }
}

/** Letter to a pending address, which takes effect once its reader confirms it. */
export function pendingAddressLetter(person: Addressee, url: string): Letter {
  return {
    to: person.email,
    kind: 'email_change',
    subject: 'Confirma tu nueva dirección',
    greeting: greetingTo(person),
    paragraphs: [
      'Quien administra tu cuenta quiere cambiar su dirección a esta. Confírmala para que el cambio tenga efecto.',
    ],
    action: { label: 'Confirmar mi nueva dirección', url },
    after: [
      'Si ya usabas tu cuenta, el cambio se hará efectivo pasadas 72 horas desde que se pidió.',
      'El enlace caduca en 7 días. Si no tienes ninguna cuenta, ignora este correo.',
    ],
  }
}

/** Letter to the former address before a pending one takes effect, with the link to refuse. */
export function addressAskedLetter(person: Addressee, newEmail: string, url: string): Letter {
  return {
    to: person.email,
    kind: 'email_undo',
    subject: 'Han pedido cambiar tu dirección de acceso',
    greeting: greetingTo(person),
    paragraphs: [`Quien administra tu cuenta ha pedido cambiar su dirección a ${newEmail}.`],
    action: { label: 'No estoy de acuerdo: cancelar', url },
    after: [
      'Si estás de acuerdo, no tienes que hacer nada: se cambiará cuando se confirme la dirección nueva y, como pronto, pasadas 72 horas si ya usabas tu cuenta.',
    ],
  }
}

/** Letter to the former address after a change, with the link to restore it, in case a stranger made the change. */
export function formerAddressLetter(person: Addressee, newEmail: string, url: string): Letter {
  return {
    to: person.email,
    kind: 'email_undo',
    subject: 'Tu dirección de acceso ha cambiado',
    greeting: greetingTo(person),
    paragraphs: [`Tu cuenta usa ahora la dirección ${newEmail}.`],
    action: { label: 'No he sido yo: deshacer', url },
    after: [
      'Si has sido tú, no tienes que hacer nada. Si no, pulsa el botón antes de 72 horas: recuperarás tu dirección y cerraremos todas las sesiones.',
    ],
  }
}

export function passwordChangedLetter(person: Addressee, url: string): Letter {
  return {
    to: person.email,
    kind: 'password_changed',
    subject: 'Tu contraseña ha cambiado',
    greeting: greetingTo(person),
    paragraphs: ['La contraseña de tu cuenta se acaba de cambiar y hemos cerrado las demás sesiones.'],
    action: { label: 'No he sido yo: recuperar mi cuenta', url },
    after: ['Si has sido tú, no tienes que hacer nada.'],
  }
}

export function theftLetter(person: Addressee, url: string): Letter {
  return {
    to: person.email,
    kind: 'session_theft',
    subject: 'Hemos cerrado una sesión tuya',
    greeting: greetingTo(person),
    paragraphs: [
      'Alguien ha usado una copia antigua de una sesión tuya. La hemos cerrado en todas partes.',
      'Vuelve a iniciar sesión y, si no reconoces lo ocurrido, cambia tu contraseña.',
    ],
    action: { label: 'Iniciar sesión', url },
  }
}

const secondFactorChanges = {
  on: ['activada', 'Tu cuenta pide ahora un código de tu aplicación al iniciar sesión.'],
  fewer: ['cambiada', 'Se ha quitado de tu cuenta una de las aplicaciones que dan códigos para entrar.'],
  off: ['desactivada', 'Tu cuenta ya no pide un segundo paso al iniciar sesión.'],
} as const

export function secondFactorLetter(
  person: Addressee,
  change: keyof typeof secondFactorChanges,
  url: string,
): Letter {
  const [what, paragraph] = secondFactorChanges[change]
  return {
    to: person.email,
    kind: 'second_factor',
    greeting: greetingTo(person),
    subject: `Verificación en dos pasos ${what}`,
    paragraphs: [paragraph],
    action: { label: 'No he sido yo: recuperar mi cuenta', url },
    after: ['Si has sido tú, no tienes que hacer nada.'],
  }
}

type PasskeyChange = 'added' | 'removed' | 'last_removed' | 'suspected'

const passkeyChanges: { readonly [change in PasskeyChange]: readonly [string, string, string] } = {
  added: [
    'Llave de acceso añadida',
    'Se ha añadido a tu cuenta la llave de acceso',
    'Con ella se entra sin contraseña, y vale como segundo paso.',
  ],
  removed: [
    'Llave de acceso quitada',
    'Se ha quitado de tu cuenta la llave de acceso',
    'Ya no sirve para entrar.',
  ],
  last_removed: [
    'Verificación en dos pasos desactivada',
    'Se ha quitado de tu cuenta la llave de acceso',
    'Tu cuenta ya no pide un segundo paso al iniciar sesión.',
  ],
  suspected: [
    'Hemos rechazado una llave de acceso tuya',
    'Alguien ha usado lo que parece una copia de tu llave de acceso',
    'Esta vez no se ha entrado con ella, pero alguien puede haberlo hecho antes: entra de otra forma, revisa tus sesiones y quita esta llave, aunque hayas sido tú.',
  ],
}

export function passkeyLetter(
  person: Addressee,
  change: PasskeyChange,
  { name, url }: { readonly name: string; readonly url: string },
): Letter {
  const [subject, event, consequence] = passkeyChanges[change]
  return {
    to: person.email,
    kind: 'passkey',
    greeting: greetingTo(person),
    subject,
    paragraphs: [`${event} «${name}». ${consequence}`],
    action: { label: 'No he sido yo: recuperar mi cuenta', url },
    after: passkeyAdvice[change],
  }
}

const nothingToDo = ['Si has sido tú, no tienes que hacer nada.']

const passkeyAdvice: { readonly [change in PasskeyChange]: readonly string[] } = {
  added: [
    ...nothingToDo,
    'Si no has sido tú y no puedes entrar, escribe a la administración de la plataforma: quita tus llaves cuando sabe que eres tú.',
  ],
  removed: nothingToDo,
  last_removed: nothingToDo,
  suspected: [],
}

export function recoveryCodeLetter(person: Addressee, remaining: number, url: string): Letter {
  const rest = `${remaining === 1 ? 'Te queda' : 'Te quedan'} ${counted(remaining, 'código')}`
  return {
    to: person.email,
    kind: 'recovery_code',
    greeting: greetingTo(person),
    subject: 'Se ha usado un código de recuperación',
    paragraphs: [`Alguien ha entrado en tu cuenta con uno de tus códigos de recuperación. ${rest}.`],
    action: { label: 'No he sido yo: recuperar mi cuenta', url },
    after: ['Si has sido tú, no tienes que hacer nada. Puedes crear códigos nuevos en tu perfil.'],
  }
}
