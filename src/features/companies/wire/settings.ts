/** Wire of the company's settings, in a module of its own, so that no other screen loads it. */
import { z } from 'zod'
import { ordererIdFrom, ownIbanFrom } from '#features/companies/rules/account.ts'
import { overrunPolicies } from '#features/companies/rules.ts'
import { CompanyToleranceWire } from '#features/companies/wire/tolerance.ts'
import { ChargeBasisWire, CompanyWire } from '#features/companies/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { bicFrom, canonicalWire } from '#kernel/iban.ts'
import { CurrencyWire, EmailWire, lineWire, TimeZoneWire } from '#kernel/wire.ts'

const policies = {
  overrunPolicy: z.enum(overrunPolicies, { error: 'Elige avisar, requerir aprobación o bloquear' }),
  /** Tolerance of the contracts that have none of their own; it says how far they may exceed their total. */
  tolerance: CompanyToleranceWire,
  chargeBasis: ChargeBasisWire,
  proofRequired: z.boolean({ error: 'Elige sí o no' }),
  rejectionCommentRequired: z.boolean({ error: 'Elige sí o no' }),
  executorMayApprove: z.boolean({ error: 'Elige sí o no' }),
  pendingWarningDays: wholeBetween('días', 1, 90),
  undoMinutes: wholeBetween('minutos', 0, 15),
  /** Digits of euro cents; '0': any batch. */
  batchReleaseFromMinor: z
    .string({ error: 'Indica el monto' })
    .regex(/^(0|[1-9]\d{0,14})$/, 'Indica el monto'),
  /** 0: payments enter batches on the day on which the account has changed. */
  bankCoolOffDays: wholeBetween('días', 0, 30),
  settlesExactLines: z.boolean({ error: 'Elige sí o no' }),
  /** Of orders that were sent before, whoever turns it on forces none. */
  forcedDecisions: z.boolean({ error: 'Elige sí o no' }),
}

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
  refusals: ['sample_company', 'contracts_exceeded', 'untrusted_account', 'stale_data'],
})

/** A whole number of `units` between two bounds, both included. */
function wholeBetween(units: string, least: number, most: number) {
  const error = `Número de ${units} entre ${least} y ${most}`
  return z.int({ error }).min(least, error).max(most, error)
}
