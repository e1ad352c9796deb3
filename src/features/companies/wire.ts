import { z } from 'zod'
import {
  companyStatuses,
  ordererIdFrom,
  overrunPolicies,
  ownIbanFrom,
  plans,
} from '#features/companies/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { bicFrom, canonicalWire } from '#kernel/iban.ts'
import { AbilityWire, CurrencyWire, EmailWire, lineWire, TimeZoneWire } from '#kernel/wire.ts'

export const MetaWire = z.object({
  product: z.string(),
  demo: z.boolean(),
  /** What the box on the sign-in page offers; empty outside demo mode. */
  demoAccounts: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
})
export type Meta = z.infer<typeof MetaWire>

const policies = {
  overrunPolicy: z.enum(overrunPolicies, { error: 'Elige avisar, requerir aprobación o bloquear' }),
  proofRequired: z.boolean({ error: 'Elige sí o no' }),
  rejectionCommentRequired: z.boolean({ error: 'Elige sí o no' }),
  executorMayApprove: z.boolean({ error: 'Elige sí o no' }),
  pendingWarningDays: z
    .int({ error: 'Número de días entre 1 y 90' })
    .min(1, 'Número de días entre 1 y 90')
    .max(90, 'Número de días entre 1 y 90'),
}

export const CompanyWire = z.object({
  id: z.string(),
  name: z.string(),
  /** For whoever may change it. */
  email: z.string().nullable(),
  /** Where it pays from; for whoever may change it. */
  account: z
    .object({ iban: z.string().nullable(), bic: z.string().nullable(), ordererId: z.string().nullable() })
    .nullable(),
  currency: CurrencyWire,
  timeZone: z.string(),
  plan: z.enum(plans),
  status: z.enum(companyStatuses),
  policies: z.object(policies),
  can: z.object({ changeSettings: AbilityWire }),
})
export type CompanyWire = z.infer<typeof CompanyWire>

const data = {
  name: lineWire(120, 'Nombre requerido'),
  email: EmailWire,
  currency: CurrencyWire,
  timeZone: TimeZoneWire,
}

/** What the company's form asks for. */
export const CompanyDataWire = z.object(data)
export type CompanyData = z.output<typeof CompanyDataWire>

const account = {
  iban: canonicalWire(ownIbanFrom, 'IBAN no válido o fuera de la zona SEPA'),
  bic: canonicalWire(bicFrom, 'BIC no válido'),
  ordererId: canonicalWire(ordererIdFrom, 'Solo letras y números: NIF y sufijo'),
}

/** What the form of the company's account asks for. */
export const CompanyAccountWire = z.object(account)
export type CompanyAccount = z.output<typeof CompanyAccountWire>

export const SettingsWire = z
  .object({ ...policies, ...data, ...account })
  .partial()
  .refine(settings => Object.keys(settings).length > 0, 'Indica al menos un ajuste')
export type Settings = z.infer<typeof SettingsWire>

export const getMeta = endpoint({
  id: 'getMeta',
  method: 'GET',
  path: '/api/meta',
  summary: 'The product and, in demo mode, the accounts that anybody may try.',
  response: MetaWire,
})

export const getCompany = endpoint({
  id: 'getCompany',
  method: 'GET',
  path: '/api/company',
  summary: 'The company of the session: currency, time zone, plan and policies.',
  response: CompanyWire,
})

export const changeSettings = endpoint({
  id: 'changeSettings',
  method: 'PATCH',
  path: '/api/company/settings',
  summary: 'Changes the company’s data and policies; what is left out stays.',
  body: SettingsWire,
  response: CompanyWire,
  refusals: ['contracts_exceeded'],
})
