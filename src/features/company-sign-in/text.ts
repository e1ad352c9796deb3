/** Spanish words of company sign-in. */
import type { EntryRefusal } from '#features/company-sign-in/rules/entering.ts'
import type { SettingsRefusal, SignInMode } from '#features/company-sign-in/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

/** Why somebody cannot sign in with their company. */
export type FlowRefusal =
  | EntryRefusal
  | 'too_many_tries'
  | 'not_offered'
  | 'attempt_lost'
  | 'sign_in_cancelled'
  | 'provider_unreachable'
  | 'provider_wrong'
  | 'provider_refused'
  | 'accept_first'
  | 'another_identity'
  | 'invitation_refused'

const flowWords: RefusalWords<FlowRefusal> = {
  too_many_tries: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  not_offered: 'No hay ninguna empresa con ese correo que entre así. Entra con tu contraseña.',
  attempt_lost:
    'Este intento ya se usó, ha caducado o empezó en otra ventana. Vuelve a pulsar «Entrar con mi empresa».',
  sign_in_cancelled: 'No se completó el acceso en tu empresa. Puedes volver a intentarlo.',
  provider_unreachable: 'El proveedor de tu empresa no responde ahora. Inténtalo dentro de un rato.',
  provider_wrong:
    'El proveedor de tu empresa ha respondido algo que no se puede aceptar. Avisa a la administración de tu empresa.',
  provider_refused:
    'El proveedor de tu empresa no acepta esta aplicación. Avisa a la administración de tu empresa.',
  email_missing: 'Tu empresa no nos ha dicho tu correo, y sin él no sabemos quién eres.',
  email_unverified: 'Tu empresa no confirma que ese correo sea tuyo.',
  domain_not_verified: ({ facts }) =>
    `El dominio ${facts?.domain ?? ''} no está verificado para esta empresa.`,
  not_of_company:
    'Tu empresa no puede abrir esa cuenta. Entra con tu contraseña o habla con la administración de tu empresa.',
  person_deactivated: 'Tu cuenta está desactivada. Habla con el administrador de tu empresa.',
  accept_first: 'Ya tienes una cuenta con contraseña: acepta antes la invitación con el enlace de su correo.',
  another_identity:
    'Tu correo está unido a otra identidad de tu empresa. Habla con la administración de tu empresa.',
  invitation_refused: 'La invitación ha caducado o ya no se puede aceptar. Pide que te la envíen otra vez.',
}
export const flowTexts = refusalTexts(flowWords)

const settingsWords: RefusalWords<SettingsRefusal> = {
  forbidden: 'El inicio de sesión de la empresa es de su administración.',
  not_found: 'Ese dominio no está en la lista.',
  company_suspended: 'La empresa está suspendida: no se puede cambiar nada.',
  untrusted_account: 'Tu cuenta todavía no puede cambiar esto. Tu perfil dice por qué.',
  sample_company: 'En un ejemplo no se cambia cómo se entra: hazlo en tu empresa.',
  own_factor_missing:
    'Activa antes tu verificación en dos pasos en tu perfil: desde aquí se decide cómo entra toda la empresa.',
  stale_sign_in: 'Ha cambiado mientras lo mirabas. Revisa cómo está ahora.',
  not_an_address:
    'Escribe una dirección completa, sin usuario ni contraseña: https://accesos.empresa.example',
  not_https: 'La dirección tiene que empezar por https://',
  port_closed: 'Ese puerto no se puede usar: deja el 443 o elige uno desde el 1024.',
  private_address: 'Esa dirección está dentro de una red privada: desde aquí no se llama a ella.',
  shared_issuer:
    'Esa dirección es de todas las organizaciones: usa la de tu organización, con su identificador.',
  secret_missing: 'Secreto requerido: con otro proveedor o identificador no vale el que hay guardado.',
  secret_unreadable: 'El secreto guardado ya no se puede leer: escríbelo otra vez.',
  provider_unreachable: 'El proveedor no responde en esa dirección.',
  provider_wrong: 'En esa dirección no se describe ningún proveedor de OpenID Connect con ese emisor.',
  provider_missing: 'Guarda antes el proveedor.',
  domain_missing: 'Verifica antes un dominio de correo.',
  untested: 'Prueba antes el proveedor con tu propia cuenta: así sabes que funciona.',
  not_a_domain: 'Escribe un dominio, como empresa.example',
  public_domain: 'Ese dominio es de un correo público: cualquiera tiene una dirección en él.',
  domain_known: 'Ese dominio ya está en la lista.',
  domain_taken: 'Ese dominio ya está verificado para otra empresa. Habla con quien opera la plataforma.',
  too_many_domains: ({ facts }) => `Una empresa tiene ${facts?.most} dominios como máximo.`,
  record_missing:
    'El registro TXT todavía no se ve. Comprueba su nombre y su valor; los cambios de DNS pueden tardar unas horas.',
  not_linked: 'Nadie con ese correo ha entrado todavía con el proveedor de la empresa.',
  last_domain: 'Es el último dominio verificado: apaga antes el inicio de sesión de la empresa.',
}
export const settingsTexts = refusalTexts({ ...flowWords, ...settingsWords })
export const settingsAbility = abilityWith(settingsTexts)

export const signInModeLabel: { readonly [mode in SignInMode]: string } = {
  off: 'Apagado',
  offered: 'Se ofrece',
  required: 'Es obligatorio',
}
