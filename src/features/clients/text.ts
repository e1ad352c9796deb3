/** Spanish words of clients: their states, and the refusals about them. */
import type { ClientRefusal, ClientStatus } from '#features/clients/rules.ts'
import { companyWords } from '#features/companies/text.ts'
import { personWords } from '#features/people/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const clientStatusLabel: { readonly [status in ClientStatus]: string } = {
  active: 'Activo',
  inactive: 'Inactivo',
}

export const refusalWords: RefusalWords<ClientRefusal> = {
  forbidden: 'Solo la administración de la empresa puede gestionar clientes.',
  not_found: 'El cliente no existe o no tienes acceso.',
  company_suspended: companyWords,
  sample_company: personWords,
  plan_limit: companyWords,
  email_taken: personWords,
  already_member: personWords,
  already_invited: personWords,
  same_tax_id: ({ facts }) => `Ya hay un cliente activo con ese NIF: ${facts?.client}.`,
  stale_data: companyWords,
}

export const clientWords = refusalTexts(refusalWords)
export const clientAbility = abilityWith(clientWords)
