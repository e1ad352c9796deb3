/**
 * Facts of sessions, impersonations and accounts. They concern one person and have no subscribers; only a change
 * of the company's second-factor policy, which concerns others, has notices.
 */
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import type { Person } from '#features/identity/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { content, defineFacts } from '#kernel/fact.ts'
import type { FactorPolicy } from '#kernel/second-factor.ts'

type OwnData = Pick<Person, 'name' | 'lastName' | 'position' | 'department'>
type Address = { readonly email: string }
type Addresses = { before?: Address; after?: Address }
type InSession = { readonly sessionId: string }

/** Facts of sessions, impersonations and accounts, and the company's second-factor policy. */
export const identityFact = defineFacts({
  'session.signed_in': {
    object: 'session',
    sentence: 'Sesión iniciada',
    content: content<{ after: { ip: string; method: string } }>(),
  },
  'session.signed_in_with_company': {
    object: 'session',
    sentence: 'Sesión iniciada con la empresa',
    content: content<{ after: { ip: string; method: string } }>(),
  },
  'session.sign_in_failed': {
    object: 'account',
    sentence: 'Intento de acceso fallido',
    content: content<{ after: { ip: string } }>(),
  },
  'session.signed_out': {
    object: 'session',
    sentence: 'Sesión cerrada',
    content: content<{ after: { scope: string } }>(),
  },
  'session.ended': {
    object: 'session',
    sentence: 'Sesión cerrada desde otro dispositivo',
    content: content<object>(),
  },
  'session.ended_by_operator': {
    object: 'account',
    sentence: 'Sesiones cerradas por quien opera el programa',
    content: content<{ after: { sessions: number } }>(),
  },
  'session.entered_company': {
    object: 'session',
    sentence: 'Cambio a esta empresa',
    content: content<object>(),
  },
  'session.theft_detected': {
    object: 'session',
    sentence: 'Sesión cerrada por uso sospechoso',
    content: content<object>(),
  },
  'session.second_factor_verified': {
    object: 'account',
    sentence: 'Segundo paso verificado',
    content: content<{ after: InSession & { factor: string } }>(),
  },
  'session.confirmed': {
    object: 'account',
    sentence: 'Identidad confirmada',
    content: content<{ after: InSession & { method: ConfirmingStep } }>(),
  },
  'session.confirmation_failed': {
    object: 'account',
    sentence: 'Confirmación de identidad fallida',
    content: content<{ after: InSession & { method: 'password' } }>(),
  },
  'session.second_factor_failed': {
    object: 'account',
    sentence: 'Segundo paso fallido',
    content: content<{ after: InSession & { method: 'totp' | 'recovery_code' | 'webauthn' } }>(),
  },
  'session.recovery_code_used': {
    object: 'account',
    sentence: 'Código de recuperación usado',
    content: content<{ after: InSession }>(),
  },
  'impersonation.started': {
    object: 'person',
    sentence: 'Visualización como otra persona iniciada',
    content: content<{ after: InSession & { role: Role; until: string } }>(),
  },
  'impersonation.ended': {
    object: 'person',
    sentence: 'Visualización como otra persona terminada',
    content: content<{ after: InSession }>(),
  },
  'account.password_changed': {
    object: 'account',
    sentence: 'Contraseña cambiada',
    content: content<object>(),
  },
  'account.data_changed': {
    object: 'account',
    sentence: 'Datos de la cuenta modificados',
    content: content<{ before: OwnData; after: OwnData }>(),
  },
  'account.time_zone_changed': {
    object: 'account',
    sentence: 'Zona horaria de la cuenta modificada',
    // Null: that of the company.
    content: content<{ after: { timeZone: string | null } }>(),
  },
  'account.recovery_requested': {
    object: 'account',
    sentence: 'Recuperación de contraseña solicitada',
    content: content<object>(),
  },
  'account.recovered': {
    object: 'account',
    sentence: 'Cuenta recuperada',
    content: content<Addresses>(),
  },
  'account.email_confirmed': {
    object: 'account',
    sentence: 'Correo confirmado',
    content: content<Addresses>(),
  },
  'account.email_change_requested': {
    object: 'account',
    sentence: 'Cambio de correo solicitado',
    content: content<{ before: Address; after: Address }>(),
  },
  'account.email_changed': {
    object: 'account',
    sentence: 'Correo cambiado',
    content: content<Addresses>(),
  },
  'account.email_refused': {
    object: 'account',
    sentence: 'Cambio de correo rechazado',
    content: content<Addresses>(),
  },
  'account.email_given_back': {
    object: 'account',
    sentence: 'Cambio de correo deshecho',
    content: content<Addresses>(),
  },
  'account.invitation_accepted': {
    object: 'account',
    sentence: 'Invitación aceptada',
    content: content<Addresses>(),
  },
  'account.code_redeemed': {
    object: 'account',
    sentence: 'Código de acceso canjeado',
    content: content<Addresses>(),
  },
  'account.second_factor_enrolled': {
    object: 'account',
    sentence: 'Verificación en dos pasos activada',
    content: content<{ after: InSession & { factor: string } }>(),
  },
  'account.second_factor_removed': {
    object: 'account',
    sentence: 'Verificación en dos pasos quitada',
    // Without content when an administrator took away all of the person's factors.
    content: content<{ after?: InSession & { factor: string } }>(),
  },
  'account.passkey_added': {
    object: 'account',
    sentence: 'Llave de acceso añadida',
    content: content<{ after: InSession & { passkey: string } }>(),
  },
  'account.passkey_renamed': {
    object: 'account',
    sentence: 'Llave de acceso renombrada',
    content: content<{ before: { passkey: string }; after: { passkey: string } }>(),
  },
  'account.passkey_removed': {
    object: 'account',
    sentence: 'Llave de acceso quitada',
    content: content<{ after: InSession & { passkey: string } }>(),
  },
  'account.passkey_suspected': {
    object: 'account',
    sentence: 'Llave de acceso rechazada: puede estar copiada',
    content: content<{ after: { passkey: string } }>(),
  },
  'account.recovery_codes_made': {
    object: 'account',
    sentence: 'Códigos de recuperación generados',
    content: content<object>(),
  },
  'company.second_factor_changed': {
    object: 'company',
    sentence: 'A quién se pide la verificación en dos pasos, modificado',
    content: content<{ before: { policy: FactorPolicy }; after: { policy: FactorPolicy } }>(),
    subscribers: ['notices'],
  },
})

/** The fact of an impersonation's end, whether stopped or expired. */
export const impersonationEnded = ({
  id,
  impersonatedId,
}: {
  readonly id: string
  readonly impersonatedId: string
}) => identityFact('impersonation.ended', impersonatedId, { after: { sessionId: id } })
