/**
 * Facts of providers. Bank data decide where money goes, so each step of their change has notices and shows at once on
 * open screens; other data only stand in the journal.
 */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

/** Bank data, as the journal keeps them. */
export type BankData = { readonly iban: string | null; readonly bic: string | null }
/** `askedBy`: user id of the administrator who requested the change. */
type Outcome = { before: BankData; after: BankData & { readonly askedBy: string } }

export const providerFact = defineFacts({
  'provider.created': {
    object: 'provider',
    sentence: 'Proveedor creado',
    content: content<{ after: Snapshot }>(),
  },
  'provider.changed': {
    object: 'provider',
    sentence: 'Proveedor modificado',
    content: content<{ before?: Snapshot; after?: Snapshot }>(),
  },
  'provider.bank_change_asked': {
    object: 'provider',
    sentence: 'Cambio de cuenta bancaria solicitado',
    content: content<{ before: BankData; after: BankData }>(),
    subscribers: ['notices', 'live'],
  },
  'provider.bank_changed': {
    object: 'provider',
    sentence: 'Cambio de cuenta bancaria confirmado',
    content: content<Outcome>(),
    subscribers: ['notices', 'live'],
  },
  'provider.bank_change_rejected': {
    object: 'provider',
    sentence: 'Cambio de cuenta bancaria rechazado',
    content: content<Outcome>(),
    subscribers: ['notices', 'live'],
  },
  'provider.bank_change_withdrawn': {
    object: 'provider',
    sentence: 'Cambio de cuenta bancaria retirado',
    content: content<Outcome>(),
    subscribers: ['live'],
  },
  'provider.payee_checked': {
    object: 'provider',
    sentence: 'Titular de la cuenta comprobado',
    content: content<{
      after: { readonly iban: string; readonly outcome: string; readonly holder: string | null }
    }>(),
  },
  // Of the provider that leads to the other since: `into`. `mergedIds`: it, and those that led to it before.
  'provider.merged': {
    object: 'provider',
    sentence: 'Proveedor fusionado con otro',
    content: content<{
      before: BankData
      after: BankData & {
        readonly into: string
        readonly mergedIds: readonly string[]
        /** True where another account takes the place of the one at which it was paid. */
        readonly replacesAccount: boolean
        /** Data that the survivor took from it, by field. */
        readonly filled: Snapshot
        /** Numbers of things that became the survivor's, by kind. */
        readonly moved: Snapshot
      }
    }>(),
    subscribers: ['notices', 'live'],
  },
  'client.providers_assigned': {
    object: 'client',
    sentence: 'Proveedores del cliente modificados',
    content: content<{
      before: { providerIds: readonly string[] }
      after: { providerIds: readonly string[] }
    }>(),
  },
  'providers.exported': {
    object: 'company',
    sentence: 'Lista de proveedores exportada',
    content: content<{ after: Snapshot }>(),
  },
})
