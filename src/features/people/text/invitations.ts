/** Spanish words of the refusals about invitations. */
import { companyWords } from '#features/companies/text.ts'
import type { InvitationRefusal } from '#features/people/rules/invitations.ts'
import { personWords } from '#features/people/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { roleLabel, roles } from '#kernel/actor.ts'

const knownRoleLabel = (role: unknown): string => {
  const known = roles.find(one => one === role)
  return known ? roleLabel[known] : ''
}

const invitationRefusalWords: RefusalWords<InvitationRefusal> = {
  forbidden: personWords,
  not_found: 'La invitación no existe o ya no está pendiente.',
  invitation_ended: 'Esta invitación ya se ha aceptado, rechazado o retirado.',
  invitation_expired: 'Esta invitación ha caducado. Pide que te la envíen otra vez.',
  already_invited: personWords,
  too_many_invitations: personWords,
  another_role: ({ facts }) =>
    `Tu cuenta ya tiene el rol ${knownRoleLabel(facts?.has)}, y una cuenta solo puede tener uno. Pide que te inviten con ese rol, o con otra dirección de correo como ${knownRoleLabel(facts?.asked)}.`,
  own_password_first:
    'Antes de aceptar, elige tu propia contraseña: pulsa «¿Olvidaste tu contraseña?» al iniciar sesión, o usa el enlace del correo de la invitación.',
  own_account_first: 'Ya tienes una cuenta con contraseña: acepta la invitación con el enlace de su correo.',
  session_of_company:
    'Has entrado con tu empresa: para aceptar la invitación de otra, entra con tu contraseña.',
  account_off: 'Tu cuenta está desactivada. Habla con quien la administra.',
  company_suspended: companyWords,
  plan_limit: 'La empresa ha llegado al límite de usuarios de su plan. Avisa a quien te ha invitado.',
  too_many_tries: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
}

export const invitationWords = refusalTexts(invitationRefusalWords)
export const invitationAbility = abilityWith(invitationWords)
