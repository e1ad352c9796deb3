/** Spanish words of a company of one's own: its refusals and its letters. */
import type { OwnCompanyRefusal } from '#features/platform/rules/own-company.ts'
import { refusalTexts } from '#kernel/ability.ts'
import type { Letter } from '#kernel/letter.ts'

export const ownCompanyWords = refusalTexts<OwnCompanyRefusal>({
  too_many_mails: 'Demasiadas solicitudes. Espera un rato y vuelve a intentarlo.',
  too_many_tries: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  companies_exhausted: 'Hoy no se pueden crear más empresas. Vuelve a intentarlo mañana.',
  request_ended: 'Este enlace ya se usó o ha caducado.',
  wrong_password: 'La contraseña no es la que elegiste al pedir la empresa.',
  account_exists: 'Esta dirección ya tiene una cuenta. Inicia sesión con ella.',
})

/** Letter to whoever asks for a company. No name and no company in it: a stranger may have typed an advertisement. */
export function companyRequestLetter(to: string, url: string): Letter {
  return {
    to,
    kind: 'company_request',
    subject: 'Confirma tu correo y crea tu empresa',
    greeting: 'Hola:',
    paragraphs: [
      'Alguien ha pedido crear una empresa con esta dirección. Si has sido tú, confírmala con la contraseña que elegiste: la empresa quedará creada y podrás entrar.',
    ],
    action: { label: 'Crear mi empresa', url },
    after: [
      'El enlace sirve una sola vez y caduca en 24 horas.',
      'Si no has sido tú, no hagas nada: sin este enlace y sin la contraseña no se crea nada.',
    ],
  }
}

/** Letter to the owner of an account with whose address somebody asked for a company. */
export function companyRequestKnownLetter(to: string, url: string): Letter {
  return {
    to,
    kind: 'company_request',
    subject: 'Ya tienes una cuenta',
    greeting: 'Hola:',
    paragraphs: [
      'Alguien ha pedido crear una empresa con esta dirección, que ya tiene una cuenta.',
      'Si has sido tú, inicia sesión. Para crear otra empresa usa una dirección distinta o habla con quien administra la plataforma.',
    ],
    action: { label: 'Iniciar sesión', url },
    after: ['Si no has sido tú, no tienes que hacer nada: nada ha cambiado.'],
  }
}

type Opened = { readonly companyName: string; readonly person: string; readonly email: string }

/** Letter to an administrator of the platform about a company that somebody has made for themselves. */
export function companyOpenedLetter(
  operator: { readonly email: string; readonly name: string },
  { companyName, person, email }: Opened,
  url: string,
): Letter {
  return {
    to: operator.email,
    kind: 'company_opened',
    subject: `Empresa nueva: ${companyName}`,
    greeting: `Hola, ${operator.name}:`,
    paragraphs: [
      `${person} (${email}) ha creado la empresa ${companyName} por su cuenta, con el plan Free.`,
      'Si no debe estar en la plataforma, suspéndela desde la lista de empresas.',
    ],
    action: { label: 'Ver la empresa', url },
  }
}
