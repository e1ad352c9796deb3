/** Spanish words of the refusals about people. */
import { companyWords } from '#features/companies/text.ts'
import type { PersonRefusal } from '#features/people/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { counted } from '#kernel/text.ts'

export const refusalWords: RefusalWords<PersonRefusal> = {
  forbidden: 'Solo la administración de la empresa puede gestionar personas.',
  not_found: 'La persona no existe o no tienes acceso.',
  company_suspended: companyWords,
  sample_company: 'Es una empresa de ejemplo: aquí no se puede invitar a nadie.',
  plan_limit: companyWords,
  // Names no company: the account may belong to another one.
  email_taken: 'No se puede usar este correo electrónico. Prueba con otro.',
  already_invited: 'Ya hay una invitación pendiente para ese correo: reenvíala desde la lista.',
  already_member: 'Esa persona ya pertenece a la empresa.',
  has_come_in: 'No hay ninguna invitación pendiente.',
  too_many_invitations: 'Ya se le han enviado varias invitaciones. Espera un rato antes de enviar otra.',
  last_admin: 'La empresa se quedaría sin administrador.',
  open_seats: ({ facts }) =>
    `Hay ${counted(Number(facts?.count), 'pedido que espera', 'pedidos que esperan')} su aprobación: la administración de la empresa debe pasarlos antes a otra persona.`,
  no_given_address: 'No hay ningún cambio de dirección pendiente.',
  address_of_admin:
    'La dirección de otra persona de la administración solo la cambia ella misma, o la plataforma.',
  works_elsewhere:
    'Esta persona también pertenece a otra empresa: su rol y su correo no se cambian desde aquí.',
  own_account: 'No puedes desactivar tu propia cuenta.',
  own_sessions: 'Tus sesiones se cierran en tu perfil, en Seguridad.',
}

export const personWords = refusalTexts(refusalWords)
export const personAbility = abilityWith(personWords)
