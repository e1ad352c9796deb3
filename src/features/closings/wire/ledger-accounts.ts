/** Wire of the ledger accounts that administrators say. */
import { z } from 'zod'
import {
  isLedgerAccount,
  ledgerPlaces,
  longestAccount,
  maxBasisPoints,
  providerPlaces,
  taxKinds,
  taxPlaces,
} from '#features/closings/rules/ledger-accounts.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { AbilityWire } from '#kernel/wire.ts'

/** Code of an account; empty: the usual one. */
export const LedgerCodeWire = z
  .string()
  .trim()
  .max(longestAccount, `El máximo son ${longestAccount} cifras`)
  .refine(text => text === '' || isLedgerAccount(text), 'De 3 a 12 cifras, con o sin puntos')

export const TaxWire = z.object({ kind: z.enum(taxKinds), rate: z.int().min(0).max(maxBasisPoints) })

/** Subject of a booking: a place, of one tax, or of one provider. */
const SubjectWire = z.union([
  z.object({ place: z.enum(ledgerPlaces) }).strict(),
  z.object({ place: z.enum(taxPlaces), tax: TaxWire }).strict(),
  z.object({ place: z.enum(providerPlaces), providerId: displayIdWire('PRV') }).strict(),
])
export type SubjectWire = z.infer<typeof SubjectWire>

/** `code`: what the company said, empty where nothing; `usual`: what is booked then. */
const SaidWire = z.object({ code: z.string(), usual: z.string() })
export type SaidWire = z.infer<typeof SaidWire>

export const LedgerAccountsWire = z.object({
  places: z.array(SaidWire.extend({ place: z.enum(ledgerPlaces) })),
  taxes: z.array(TaxWire.extend({ taxBorne: SaidWire, taxCharged: SaidWire })),
  can: z.object({ change: AbilityWire }),
})
export type LedgerAccountsWire = z.infer<typeof LedgerAccountsWire>

export const getLedgerAccounts = endpoint({
  id: 'getLedgerAccounts',
  method: 'GET',
  path: '/api/ledger-accounts',
  summary: 'The ledger accounts of the company: of each place, and of each tax.',
  response: LedgerAccountsWire,
})

export const ProviderAccountsWire = z.object({
  providerId: z.string(),
  name: z.string(),
  taxId: z.string().nullable(),
  supplier: SaidWire,
  expense: SaidWire,
})
export type ProviderAccountsWire = z.infer<typeof ProviderAccountsWire>

export const listProviderAccounts = endpoint({
  id: 'listProviderAccounts',
  method: 'GET',
  path: '/api/ledger-accounts/providers',
  summary: 'Providers with their ledger accounts, by name: the first fifty that have the words.',
  query: z.object({ words: z.string().trim().max(100).optional() }),
  response: z.object({ items: z.array(ProviderAccountsWire), hasMore: z.boolean() }),
})

export const changeLedgerAccounts = endpoint({
  id: 'changeLedgerAccounts',
  method: 'PUT',
  path: '/api/ledger-accounts',
  summary: 'Says ledger accounts. What somebody else has said meanwhile is refused, and nothing is kept.',
  body: z.object({
    changes: z
      .array(z.object({ subject: SubjectWire, code: LedgerCodeWire, seen: LedgerCodeWire }))
      .min(1)
      .max(100),
  }),
  response: z.object({ changed: z.int() }),
  refusals: ['not_found', 'forbidden', 'company_suspended', 'untrusted_account', 'stale_account'],
})
