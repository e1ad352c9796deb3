/** Spanish texts of identity's refusals. The official client switches on codes; people read these. */

import type { FactorRefusal } from '#features/identity/rules/factors.ts'
import type { ImpersonationRefusal } from '#features/identity/rules/impersonation.ts'
import type { PasskeyRefusal } from '#features/identity/rules/passkeys.ts'
import { lengthMessage } from '#features/identity/rules/passwords.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

const factorWords: { readonly [kind in FactorRefusal]: string } = {
  factor_not_found: 'Esa aplicación ya no está en tu cuenta.',
  factor_name_taken: 'Ya tienes una aplicación con ese nombre.',
  too_many_factors: 'Ya tienes diez aplicaciones: quita alguna antes de añadir otra.',
  enrolment_needs_second_step:
    'Para añadir otra forma de verificarte, confirma antes tu identidad con la que ya tienes.',
  removal_needs_second_step: 'Para quitarla, confirma antes tu identidad con el segundo paso.',
  challenge_expired: 'Ha pasado demasiado tiempo. Escribe un código nuevo.',
  wrong_code: 'El código no es correcto o ya se ha usado.',
  second_factor_off: 'Activa antes la verificación en dos pasos.',
  session_ended: 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
}

const passkeyWords: { readonly [kind in PasskeyRefusal]: string } = {
  passkey_not_found: 'Esa llave de acceso ya no está en tu cuenta.',
  passkey_name_taken: 'Ya tienes una llave de acceso con ese nombre.',
  too_many_passkeys: 'Ya tienes diez llaves de acceso: quita alguna antes de añadir otra.',
  passkey_known: 'Esa llave de acceso ya está en una cuenta.',
  passkey_refused: 'No hemos reconocido esa llave de acceso. Prueba con otra o entra con tu contraseña.',
  passkey_expired: 'Ha pasado demasiado tiempo. Vuelve a intentarlo.',
  passkey_suspected:
    'Esa llave de acceso puede estar copiada y la hemos rechazado. Te hemos escrito un correo. Entra de otra forma.',
  passkey_of_untrusted_account:
    'Una llave de acceso abre tu cuenta por sí sola: confirma antes tu correo y elige tú la contraseña. Si otra persona ha cambiado hace poco cómo entras, espera a que pasen 72 horas.',
}

export const refusalWords: { readonly [kind in IdentityRefusal]: string } = {
  ...factorWords,
  ...passkeyWords,
  // The words of the client's protocol, which screens replace by 'Credenciales inválidas'.
  invalid_credentials: 'Invalid login credentials',
  pending_activation: 'Tu cuenta está pendiente de activación.',
  deactivated: 'Tu cuenta está desactivada. Habla con el administrador de tu empresa.',
  refresh_token_not_found: 'Invalid Refresh Token: Refresh Token Not Found',
  refresh_token_already_used: 'Invalid Refresh Token: Already Used',
  refresh_token_ahead: 'Invalid Refresh Token',
  session_expired: 'Tu sesión ha caducado. Vuelve a iniciar sesión.',
  weak_password: 'Elige una contraseña más difícil de adivinar',
  same_password: 'La nueva contraseña debe ser distinta de la actual.',
  current_password_required: 'Escribe tu contraseña actual para cambiarla.',
  current_password_invalid: 'La contraseña actual no es correcta.',
  wrong_password: 'La contraseña no es correcta.',
  confirmation_way_missing:
    'Tu cuenta no se confirma de esa forma: cancela y vuelve a intentarlo para ver las que tiene.',
  email_exists: 'Esa dirección ya tiene una cuenta.',
  email_not_confirmed: 'Confirma tu correo electrónico antes de iniciar sesión.',
  second_step_required: 'Confirma tu identidad con el segundo paso para continuar.',
  // The words of the client's protocol again, which screens replace by 'Error al procesar el token'.
  link_not_found: 'Email link is invalid or has expired',
  link_expired: 'Email link is invalid or has expired',
  bad_code_verifier: 'code challenge does not match previously saved code verifier',
  platform_has_admin: 'La plataforma ya tiene administrador.',
  too_many_tries: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  too_many_mails: 'Demasiadas solicitudes. Espera un rato y vuelve a intentarlo.',
  company_sign_in_required: 'Tu empresa pide entrar con su propio acceso: pulsa «Entrar con mi empresa».',
  session_of_company:
    'Has entrado con tu empresa: desde aquí no se cambian ni la contraseña, ni el correo, ni el segundo factor de tu cuenta. Si tienes contraseña, entra con ella.',
  not_found: 'No existe o no tienes acceso.',
}

export function wordsFor(kind: IdentityRefusal, facts: Refusal['facts']): string {
  if (kind === 'weak_password' && facts?.minimum) return lengthMessage(Number(facts.minimum))
  if (kind === 'weak_password' && facts?.isBuiltOnPerson)
    return 'No uses tu nombre, tu correo, tu empresa ni el nombre del producto'
  if (kind === 'weak_password' && facts?.reason === 'pwned')
    return 'Esa contraseña es de las más usadas: elige otra'
  return refusalWords[kind]
}

/** Texts for our own calls, whose answers people read. */
export const identityWords = refusalTexts<IdentityRefusal>({
  ...refusalWords,
  link_not_found: 'Este enlace ya se usó o no es válido.',
  link_expired: 'Este enlace ha caducado.',
})

/** Texts for the confirmation of identity, in a session that is open. */
export const confirmationWords = refusalTexts<IdentityRefusal>({
  ...refusalWords,
  passkey_refused: 'No hemos reconocido esa llave de acceso. Prueba con otra de tu cuenta.',
  passkey_suspected:
    'Esa llave de acceso puede estar copiada y la hemos rechazado. Te hemos escrito un correo. Confirma de otra forma.',
})

/** Texts for a new passkey, which a session of a company adds never, whatever else it may add. */
export const passkeyAdditionWords = refusalTexts<IdentityRefusal>({
  ...refusalWords,
  session_of_company:
    'Has entrado con tu empresa: desde aquí no se añaden llaves de acceso, que abrirían tu cuenta sin ella. Si también entras con contraseña, hazlo con ella y añádelas entonces.',
})

/** Texts for address and password, which a session of a company does not change. */
export const credentialWords = refusalTexts<IdentityRefusal>({
  ...refusalWords,
  session_of_company:
    'Has entrado con tu empresa: el correo y la contraseña con los que entras se cambian en su proveedor de identidad. Si tu cuenta tiene además una contraseña propia, entra con ella para cambiarlos aquí.',
})

const impersonationWords: RefusalWords<ImpersonationRefusal> = {
  only_admins: 'Solo los administradores pueden impersonar clientes',
  client_not_found: 'Cliente no encontrado',
  company_without_admin: 'La empresa no tiene ningún administrador activo',
}

export const impersonationRefusalText = refusalTexts(impersonationWords)
