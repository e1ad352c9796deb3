/** Wire of the company of the session, and of what the sign-in page shows of the installation. */
import { z } from 'zod'
import { chargeBases, companyStatuses, overrunPolicies, plans } from '#features/companies/rules.ts'
import { ToleranceInForceWire } from '#features/companies/wire/tolerance.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, CurrencyWire } from '#kernel/wire.ts'

export const MetaWire = z.object({
  product: z.string(),
  /** The running release. */
  version: z.string(),
  demo: z.boolean(),
  /** Demo accounts offered on the sign-in page; empty outside demo mode. */
  demoAccounts: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
  /** True where people make companies for themselves. */
  selfSignup: z.boolean(),
  /** Whom people turn to who cannot work: `mailto:` or an https page; null where the operator names nobody. */
  supportContact: z.string().nullable(),
})
export type Meta = z.infer<typeof MetaWire>

/** Basis of the charge to a contract. */
export const ChargeBasisWire = z.enum(chargeBases, { error: 'Elige el total o la base imponible' })

/** Policies as they are read; what may be written is a matter of the settings. */
export const PoliciesWire = z.object({
  overrunPolicy: z.enum(overrunPolicies),
  /** Tolerance of the contracts that have none of their own. */
  tolerance: ToleranceInForceWire,
  chargeBasis: ChargeBasisWire,
  proofRequired: z.boolean(),
  rejectionCommentRequired: z.boolean(),
  executorMayApprove: z.boolean(),
  pendingWarningDays: z.int(),
  undoMinutes: z.int(),
  /** Digits of euro cents; '0': any batch. */
  batchReleaseFromMinor: z.string(),
  /** Days for which payments stay out of batches after the provider's account has changed. */
  bankCoolOffDays: z.int().default(3),
  /** True when lines of the bank that can be no other are settled as their file comes in. */
  settlesExactLines: z.boolean().default(false),
  /** True when an administrator may decide an order in the place of those who are still asked. */
  forcedDecisions: z.boolean().default(false),
})

export const CompanyWire = z.object({
  id: z.string(),
  name: z.string(),
  /** Whom invoices to it name; null while nobody has said it. */
  taxId: z.string().nullable(),
  /** Null for people who may not change the settings. */
  email: z.string().nullable(),
  /** The account from which the company pays; null for people who may not change the settings. */
  account: z
    .object({ iban: z.string().nullable(), bic: z.string().nullable(), ordererId: z.string().nullable() })
    .nullable(),
  currency: CurrencyWire,
  timeZone: z.string(),
  plan: z.enum(plans),
  status: z.enum(companyStatuses),
  /** The company for whose administrator this sample was made; null for a real company. */
  sampleOf: z.string().nullable(),
  policies: PoliciesWire,
  /** Content version of each form, which a change names as its base; null for people who may not change the settings. */
  versions: z.object({ data: z.string(), account: z.string(), policies: z.string() }).nullable(),
  can: z.object({ changeSettings: AbilityWire }),
})
export type CompanyWire = z.infer<typeof CompanyWire>

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
