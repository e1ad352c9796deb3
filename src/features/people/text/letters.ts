import type { Letter } from '#kernel/letter.ts'

/** To the address that somebody else has given a person. */
export function newAddressGivenLetter(person: { email: string; name: string }, url: string): Letter {
  return {
    ...{ to: person.email, kind: 'email_changed', subject: 'Tu dirección de acceso ha cambiado' },
    greeting: `Hola, ${person.name}:`,
    paragraphs: [
      'Quien administra tu cuenta ha cambiado su dirección a esta. Entra con ella y con tu contraseña de siempre.',
    ],
    action: { label: 'Iniciar sesión', url },
    after: ['Si no tienes ninguna cuenta, ignora este correo.'],
  }
}
