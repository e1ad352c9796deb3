/** Wire of merging two providers. */
import { z } from 'zod'
import { filledFields } from '#features/providers/rules/merging.ts'
import { providerStatuses } from '#features/providers/rules.ts'
import { ProviderId } from '#features/providers/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire } from '#kernel/wire.ts'

const MergingProviderWire = z.object({
  id: z.string(),
  name: z.string(),
  taxId: z.string().nullable(),
  /** Last four characters of the IBAN; null without an account. */
  ibanEnding: z.string().nullable(),
  status: z.enum(providerStatuses),
})

export const MergePreviewWire = z.object({
  /** The provider that leads to the other afterwards. */
  merged: MergingProviderWire,
  /** The provider that stays. */
  survivor: MergingProviderWire,
  /** Numbers of things that become the survivor's, by kind. */
  moves: z.object({
    orders: z.int(),
    /** Of the orders, those on their way. */
    openOrders: z.int(),
    contracts: z.int(),
    /** People who work for it, the invited ones among them. */
    people: z.int(),
    /** Clients that the survivor does not serve yet. */
    clients: z.int(),
    receivedInvoices: z.int(),
    /** Orders that repeat. */
    recurrences: z.int(),
  }),
  /** Data that the survivor lacks and takes over. */
  fills: z.array(z.enum(filledFields)),
  /**
   * The survivor's account beside the one at which the other was paid: `same`, `first` (the other had none), `replaced`,
   * or `none` (the survivor has none).
   */
  account: z.enum(['same', 'first', 'replaced', 'none']),
  /** Why they cannot be merged as things stand, in words; empty when they can. */
  stops: z.array(z.string()),
  /** Version of both, which the merge sends back as `seen`. */
  version: z.string(),
  can: z.object({ merge: AbilityWire }),
})
export type MergePreviewWire = z.infer<typeof MergePreviewWire>

export const previewMerge = endpoint({
  id: 'previewMerge',
  method: 'GET',
  path: '/api/providers/:providerId/merge-into/:survivorId',
  summary: 'What merging a provider into another would move, and what stops it.',
  params: z.object({ providerId: ProviderId, survivorId: ProviderId }),
  response: MergePreviewWire,
})

export const mergeProviders = endpoint({
  id: 'mergeProviders',
  method: 'POST',
  path: '/api/providers/:providerId/merge-into/:survivorId',
  summary: 'Merges a provider into another, for ever: its orders and contracts become the other’s.',
  params: z.object({ providerId: ProviderId, survivorId: ProviderId }),
  body: z.object({
    /** `version` of the preview: the data of both on which the merge is based. */
    seen: z.string(),
  }),
  response: z.object({
    /** Id of the provider that stays. */
    id: z.string(),
  }),
  refusals: [
    'untrusted_account',
    'company_suspended',
    'stale_data',
    'same_provider',
    'provider_merged',
    'survivor_inactive',
    'different_tax_ids',
    'bank_change_pending',
    'in_live_batch',
    'people_of_both',
    'own_account',
    'account_unvouched',
  ],
  idempotent: true,
})
