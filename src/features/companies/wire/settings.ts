/** Wire of the company's settings, in a module of its own, so that no other screen loads it. */
import { z } from 'zod'
import { ordererIdFrom, ownIbanFrom } from '#features/companies/rules/account.ts'
import { CompanyWire, policies } from '#features/companies/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { bicFrom, canonicalWire } from '#kernel/iban.ts'
import { CurrencyWire, EmailWire, lineWire, TimeZoneWire } from '#kernel/wire.ts'

const data = {
  name: lineWire(120, 'Nombre requerido'),
  taxId: canonicalWire(text => (text.length <= 30 ? text : null), 'Máximo 30 caracteres'),
  email: EmailWire,
  currency: CurrencyWire,
  timeZone: TimeZoneWire,
}

/** Fields of the company's data form. */
export const CompanyDataWire = z.object(data)
export type CompanyData = z.output<typeof CompanyDataWire>

const account = {
  iban: canonicalWire(ownIbanFrom, 'IBAN no válido o fuera de la zona SEPA'),
  bic: canonicalWire(bicFrom, 'BIC no válido'),
  ordererId: canonicalWire(ordererIdFrom, 'Solo letras y números: NIF y sufijo'),
}

/** Fields of the company's account form. */
export const CompanyAccountWire = z.object(account)
export type CompanyAccount = z.output<typeof CompanyAccountWire>

export const SettingsWire = z
  .object({ ...policies, ...data, ...account })
  .partial()
  .extend({
    /** Version of the settings that the form showed, on which the change is based; absent without a form. */
    seen: z.string().optional(),
  })
  .refine(({ seen: _, ...settings }) => Object.keys(settings).length > 0, 'Indica al menos un ajuste')
export type Settings = z.infer<typeof SettingsWire>

export const changeSettings = endpoint({
  id: 'changeSettings',
  method: 'PATCH',
  path: '/api/company/settings',
  summary: 'Changes the company’s data and policies; what is left out stays.',
  body: SettingsWire,
  response: CompanyWire,
  refusals: ['contracts_exceeded', 'untrusted_account', 'stale_data'],
})
