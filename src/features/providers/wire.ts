import { z } from 'zod'
import { ClientParams, PhoneWire } from '#features/clients/wire.ts'
import { bankDecisions, providerStatuses } from '#features/providers/rules.ts'
import { PayeeCheckWire } from '#features/providers/wire/payee-check.ts'
import { ChangedTermsWire, ReadTermsWire } from '#features/providers/wire/payment-terms.ts'
import { NamedProviderWire } from '#features/providers/wire/shared-account.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { bicFrom, canonicalWire, ibanFrom } from '#kernel/iban.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { AbilityWire, EmailWire, InstantWire, lineWire, textWire, UuidWire } from '#kernel/wire.ts'

export const ProviderId = displayIdWire('PRV')

export const BankChangeWire = z.object({
  id: z.string(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  askedByName: z.string(),
  askedAt: InstantWire,
  /** Latest answer of the bank about the holder of this account. */
  payeeCheck: PayeeCheckWire.nullable().default(null),
  can: z.object({ confirm: AbilityWire, reject: AbilityWire, withdraw: AbilityWire }),
})
export type BankChangeWire = z.infer<typeof BankChangeWire>

export const ProviderWire = z.object({
  id: z.string(),
  name: z.string(),
  taxId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whole IBAN for the company's administrators and the provider itself, null for others. */
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  /** Last four characters of the IBAN. */
  ibanEnding: z.string().nullable(),
  /** When it is paid after its invoices; null where nothing is agreed. */
  paymentTerms: ReadTermsWire.nullable(),
  status: z.enum(providerStatuses),
  /** Time since which the current account is paid; null when it has never changed. */
  bankChangedAt: InstantWire.nullable(),
  /** Requested bank data that waits for a second administrator; null for anybody but administrators. */
  bankChange: BankChangeWire.nullable(),
  /** Latest answer of the bank about the holder of its account; null for anybody but administrators. */
  payeeCheck: PayeeCheckWire.nullable().default(null),
  /** Other active providers with its tax id, while it is active; empty for anybody but the company's administrators. */
  sameTaxId: z.array(NamedProviderWire),
  /** Other active providers with its account, while it is active; empty for anybody but the company's administrators. */
  sameAccount: z.array(NamedProviderWire).default([]),
  /**
   * Providers that were merged into it, fifty at most: their ids lead to it, here as in every call. Empty for anybody but
   * the company's administrators.
   */
  merged: z.array(NamedProviderWire).default([]),
  /** Clients that it is assigned to; empty for anybody but the company's administrators. */
  clientIds: z.array(z.string()),
  createdAt: InstantWire,
  /** Version that a change sends back as `seen`; null for people who may not change the provider. */
  version: z.string().nullable(),
  can: z.object({ edit: AbilityWire, merge: AbilityWire }),
})
export type ProviderWire = z.infer<typeof ProviderWire>

/** Wire of an optional field: undefined becomes null. */
const optionalWire = (...given: Parameters<typeof canonicalWire>) =>
  canonicalWire(...given)
    .optional()
    .transform(value => value ?? null)

const content = {
  name: lineWire(120, 'Nombre requerido'),
  taxId: textWire(30),
  email: z
    .union([z.literal('').transform(() => null), EmailWire], { error: 'Correo electrónico no válido' })
    .nullish()
    .transform(email => email ?? null),
  phone: PhoneWire,
  iban: optionalWire(ibanFrom, 'IBAN no válido'),
  bic: optionalWire(bicFrom, 'BIC no válido'),
  paymentTerms: ChangedTermsWire,
  clientIds: z.array(UuidWire).max(500).default([]),
  /** Reason, required when the account is another provider's too. */
  reason: textWire(500),
}

export const NewProviderWire = z.object(content)
export type NewProvider = z.output<typeof NewProviderWire>

export const ProviderContentWire = z.object({
  ...content,
  status: z.enum(providerStatuses, { error: 'Elige activo o inactivo' }),
})
export type ProviderContent = z.output<typeof ProviderContentWire>

export const getProvider = endpoint({
  id: 'getProvider',
  method: 'GET',
  path: '/api/providers/:providerId',
  summary: 'One provider; for the id of one that was merged into another, that one, with its own id.',
  params: z.object({ providerId: ProviderId }),
  response: ProviderWire,
})

export const createProvider = endpoint({
  id: 'createProvider',
  method: 'POST',
  path: '/api/providers',
  summary: 'Creates a provider, assigned to clients.',
  body: NewProviderWire,
  response: z.object({
    id: z.string(),
    /** True when the account, which another provider has too, waits to be confirmed. */
    bankWaits: z.boolean(),
  }),
  refusals: ['company_suspended', 'unknown_client', 'same_tax_id', 'same_account'],
  idempotent: true,
})

export const changeProvider = endpoint({
  id: 'changeProvider',
  method: 'PUT',
  path: '/api/providers/:providerId',
  summary: 'Changes a provider’s data, status and clients; other bank data waits for a second administrator.',
  params: z.object({ providerId: ProviderId }),
  body: ProviderContentWire.extend({
    /** `version` of the provider that the form showed: the version on which the change is based. */
    seen: z.string(),
  }),
  response: z.object({
    id: z.string(),
    /** True when other bank data now waits to be confirmed. */
    bankWaits: z.boolean(),
  }),
  refusals: [
    'unknown_client',
    'bank_change_pending',
    'stale_data',
    'same_tax_id',
    'same_account',
    'provider_merged',
  ],
})

export const decideBankChange = endpoint({
  id: 'decideBankChange',
  method: 'POST',
  path: '/api/providers/:providerId/bank-changes/:bankChangeId/decision',
  summary: 'A second administrator confirms or rejects other bank data, or whoever asked takes it back.',
  params: z.object({ providerId: ProviderId, bankChangeId: UuidWire }),
  body: z.object({ decision: z.enum(bankDecisions, { error: 'Elige confirmar, rechazar o retirar' }) }),
  response: z.object({ id: z.string() }),
  refusals: [
    'untrusted_account',
    'bank_change_gone',
    'own_bank_change',
    'second_person_needed',
    'not_asked_by_you',
  ],
  idempotent: true,
})

export const assignProviders = endpoint({
  id: 'assignProviders',
  method: 'PUT',
  path: '/api/clients/:clientId/providers',
  summary: 'Says which providers a client works with: exactly these.',
  params: ClientParams,
  body: z.object({ providerIds: z.array(ProviderId).max(500) }),
  response: z.object({ providersCount: z.int() }),
  refusals: ['unknown_provider'],
})
