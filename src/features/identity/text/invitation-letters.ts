/** Letters to people who are invited to a company or the platform, or let in. */
import { type Addressee, greetingTo } from '#features/identity/text/greeting.ts'
import type { Letter } from '#kernel/letter.ts'

export type Invitation = Addressee & {
  readonly by: string
  readonly to: string | null
  /** Number of orders that wait for the person. */
  readonly waiting?: number
}

/** Name of that to which the person is invited: the company, or the platform. */
const invitedTo = ({ to }: Invitation, product: string): string =>
  to === null ? product : `${to} en ${product}`

/** Paragraph about what waits for whoever accepts; none while nothing does. */
const waitingText = (waiting = 0): readonly string[] => {
  if (waiting === 0) return []
  return [
    waiting === 1
      ? 'Te espera 1 pedido: lo verás al entrar.'
      : `Te esperan ${waiting} pedidos: los verás al entrar.`,
  ]
}

/** Invitation to choose a first password. `to`: the inviting company; null for the platform. */
export function invitationLetter(person: Invitation, url: string, product: string): Letter {
  const where = invitedTo(person, product)
  return {
    to: person.email,
    kind: 'invitation',
    subject: `${person.by} te invita a ${where}`,
    greeting: greetingTo(person),
    paragraphs: [
      `${person.by} te invita a ${where}. Elige una contraseña para aceptar y entrar.`,
      ...waitingText(person.waiting),
    ],
    action: { label: 'Aceptar la invitación', url },
    after: ['El enlace sirve una sola vez y caduca en 7 días.', 'Si no esperabas este correo, ignóralo.'],
  }
}

/** Invitation to a person with an account, which does not change unless they accept. */
export function membershipLetter(person: Invitation, url: string, product: string): Letter {
  const where = invitedTo(person, product)
  return {
    to: person.email,
    kind: 'invitation',
    subject: `${person.by} te invita a ${where}`,
    greeting: greetingTo(person),
    paragraphs: [
      `${person.by} te invita a ${where}. Ya tienes una cuenta: seguirás entrando con la misma contraseña.`,
      ...waitingText(person.waiting),
    ],
    action: { label: 'Ver la invitación', url },
    after: [
      'El enlace caduca en 7 días. También puedes aceptarla o rechazarla al iniciar sesión.',
      'Si no esperabas este correo, ignóralo: nada de tu cuenta cambia.',
    ],
  }
}

/** Notice of admission to a person with an account and a password. */
export function admissionLetter(person: Invitation, url: string, product: string): Letter {
  const where = invitedTo(person, product)
  return {
    to: person.email,
    kind: 'admission',
    subject: `Ya tienes acceso a ${where}`,
    greeting: greetingTo(person),
    paragraphs: [`${person.by} te ha dado acceso a ${where}. Entra con tu contraseña de siempre.`],
    action: { label: 'Iniciar sesión', url },
  }
}
