/** Texts on screen for the identity server's answers. The codes are those of the official client. */

import type { FactorAsked, SecondFactorState } from '#features/identity/wire/factors.ts'
import type { FactorDuty } from '#kernel/second-factor.ts'

export type AuthFailure = {
  readonly code?: string | undefined
  readonly status?: number | undefined
  readonly message: string
}

const invalidCredentials = 'Credenciales inválidas'
const signInFailed = 'Error en el inicio de sesión'
const stillBusy = 'El sistema está ocupado. Inténtalo de nuevo en unos segundos.'
const noConnection = 'No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.'

/** Sentence while a form waits for a busy server, before it asks again by itself. */
export const comingAgain = 'El sistema está ocupado. Lo intentamos de nuevo…'

/** True when the server, or a proxy before it, has no room for the request now. */
export const isBusy = ({ status }: Pick<AuthFailure, 'status'>): boolean => status === 503

/** True in a session that the company's provider opened, which adds no passkey. */
export const isSessionOfCompany = (state: SecondFactorState | undefined): boolean =>
  state !== undefined &&
  state.can.addPasskey !== true &&
  state.can.addPasskey.refused === 'session_of_company'

/** Text of a failed sign-in: known reasons in our words or the server's, everything else as one. */
export function signInWords({ code = '', status, message }: AuthFailure): string {
  if (code === 'invalid_credentials' || code === 'validation_failed') return invalidCredentials
  if (isBusy({ status })) return stillBusy
  if (status === 0) return noConnection
  return spoken.has(code) && message !== '' ? message : signInFailed
}

/** The server's message where it is written for people, ours where we know the code, or what the form says itself. */
export function authWords({ code = '', status, message }: AuthFailure, otherwise: string): string {
  const known = words[code]
  if (known !== undefined) return known
  // No answer, or the page of a proxy: there is nothing of the server's to show.
  if (wordless.has(code) || status === undefined || status === 0 || status === 502 || status === 504)
    return otherwise
  return message || otherwise
}

/** True when the link was used before, has expired, or never was a link. */
export const isSpentLink = ({ code = '' }: AuthFailure): boolean => spentLink.has(code)

/** Codes whose message from the server is Spanish and written for people. */
const spoken = new Set([
  'user_banned',
  'email_not_confirmed',
  'over_request_rate_limit',
  'over_email_send_rate_limit',
  'user_sso_managed',
])

/** Codes whose message from the server is written for programs. */
const wordless = new Set([
  'validation_failed',
  'bad_json',
  'bad_jwt',
  'no_authorization',
  'session_not_found',
  'user_not_found',
  'not_found',
  'not_admin',
  'unexpected_failure',
])

// Without the code of a verifier of another request: there the link itself may be good.
const spentLink = new Set(['otp_expired', 'flow_state_not_found', 'flow_state_expired'])

const words: { readonly [code: string]: string } = {
  invalid_credentials: invalidCredentials,
  mfa_verification_failed: 'El código no es correcto o ya se ha usado. Espera al siguiente.',
  mfa_challenge_expired: 'El código ha tardado demasiado. Escribe el que se ve ahora.',
  mfa_factor_not_found: 'Esa verificación ya no existe. Vuelve a cargar la página.',
  mfa_factor_name_conflict: 'Ya tienes una aplicación con ese nombre.',
  too_many_enrolled_mfa_factors: 'No puedes añadir más aplicaciones. Quita antes una de ellas.',
  insufficient_aal: 'Confirma tu identidad con el segundo paso para continuar.',
}

export const factorName = ({ friendly_name }: { friendly_name?: string | undefined }): string =>
  friendly_name || 'Aplicación de verificación'

const asked: { readonly [why in FactorDuty]: string } = {
  administrator: 'a quien administra',
  decider: 'a quien aprueba, ejecuta o envía remesas, también en nombre de otra persona',
}

/** Sentence that names who asks a person for a second factor, and why. */
export const factorAskedText = ({ why, company }: FactorAsked): string =>
  `${company ?? 'Esta instalación'} la pide ${asked[why]}.`
