/** Spanish words of the refusals about profiles. */
import { companyWords } from '#features/companies/text.ts'
import { personWords } from '#features/people/text.ts'
import type { ProfileRefusal } from '#features/profiles/rules.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'

const profileRefusalWords: RefusalWords<ProfileRefusal> = {
  only_own_name: 'De tu perfil solo puedes cambiar el nombre. El correo se cambia desde tu cuenta.',
  own_role: 'No puedes cambiar tu propio rol.',
  own_account: personWords,
  role_not_grantable: 'Ese rol solo lo puede dar la plataforma.',
  works_elsewhere: personWords,
  name_is_owners: 'El nombre es de cada persona: lo cambia ella misma en su perfil.',
  address_of_admin: personWords,
  belongs_to_company: 'Quien administra la plataforma no pertenece a ninguna empresa.',
  pending_registration: 'Este registro se activa eligiendo su rol y su empresa.',
  last_platform_admin: 'La plataforma se quedaría sin administrador.',
  last_admin: personWords,
  email_taken: personWords,
  invented_person: 'Es una persona inventada del ejemplo: su correo no se cambia.',
  company_suspended: companyWords,
  plan_limit: companyWords,
  open_seats: personWords,
}

export const profileWords = refusalTexts(profileRefusalWords)
