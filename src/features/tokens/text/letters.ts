/** Letters about API tokens. */
import type { Letter } from '#kernel/letter.ts'
import type { TokenKind } from '#kernel/token-scope.ts'

type Made = {
  readonly kind: TokenKind
  readonly name: string
  readonly scopes: readonly string[]
  /** `25 de febrero de 2027`, in the company's zone. */
  readonly until: string
}

/** Letter to whoever made a token, in case it was somebody else in their place. */
export function tokenMadeLetter(
  person: { readonly email: string; readonly name: string },
  { kind, name, scopes, until }: Made,
  url: string,
): Letter {
  const whose =
    kind === 'personal' ? 'Quien la tenga actúa en tu nombre.' : 'Quien la tenga actúa como ese servicio.'
  return {
    to: person.email,
    kind: 'api_token',
    subject: kind === 'personal' ? 'Nueva clave de API de tu cuenta' : 'Nueva clave de API de un servicio',
    greeting: `Hola, ${person.name}:`,
    paragraphs: [`Se acaba de crear una clave de API con tu cuenta. ${whose}`],
    facts: [
      { label: kind === 'personal' ? 'Nombre' : 'Servicio', value: name },
      { label: 'Permisos', value: scopes.join(', ') },
      { label: 'Caduca', value: until },
    ],
    action: { label: 'Ver las claves', url },
    after: [
      'Si has sido tú, no tienes que hacer nada. Si no, anúlala, cambia tu contraseña y avisa a la administración de tu empresa.',
    ],
  }
}

type Ending = Pick<Made, 'kind' | 'name' | 'until'> & {
  readonly companyName: string
  readonly ownerName: string
}

/** Letter about a token that ends soon, to whoever can make the next one. */
export const tokenEndingLetter = (
  person: { readonly email: string; readonly name: string },
  { kind, name, until, companyName, ownerName }: Ending,
  url: string,
): Letter => ({
  to: person.email,
  kind: 'api_token',
  subject: `Una clave de API caduca el ${until}`,
  greeting: `Hola, ${person.name}:`,
  paragraphs: [
    'Desde ese día el programa que la usa no podrá entrar. Crea otra, ponla en su lugar y anula la que caduca.',
  ],
  facts: [
    { label: 'Empresa', value: companyName },
    kind === 'personal' ? { label: 'Nombre', value: name } : { label: 'Servicio', value: ownerName },
    { label: 'Caduca', value: until },
  ],
  action: { label: 'Ver las claves', url },
  after: ['Si ya no se usa, no tienes que hacer nada.'],
})
