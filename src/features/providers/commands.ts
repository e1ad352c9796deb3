/** Providers: made, changed and assigned to clients; other bank data waits for a second administrator. */
import { clientAbilities } from '#features/clients/rules.ts'
import { knownClients, lockClient } from '#features/clients/store.ts'
import { soundTaxId } from '#features/companies/commands/sound-tax-id.ts'
import { sameData } from '#features/companies/rules.ts'
import { takeNumber } from '#features/companies/store.ts'
import { soundTerms } from '#features/providers/commands/sound-terms.ts'
import { type BankData, providerFact } from '#features/providers/facts.ts'
import {
  type BankDecision,
  bankAbilities,
  mayCreateProvider,
  mayDuplicate,
  type Provider,
  type ProviderRefusal,
  providerAbilities,
} from '#features/providers/rules.ts'
import { adoptReceived } from '#features/providers/store/received.ts'
import {
  type Bank,
  clientsOfProvider,
  closeBankChange,
  findDuplicates,
  hasOtherAdmin,
  insertBankChange,
  insertProvider,
  knownBankChange,
  lockProvider,
  lockProviders,
  pendingBankChange,
  providersOfClient,
  saveBank,
  saveClientsOfProvider,
  saveProviderExceptBank,
  saveProvidersOfClient,
} from '#features/providers/store.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import { versionContent } from '#features/providers/text/version-content.ts'
import type { changeProvider as endpoint, NewProvider } from '#features/providers/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Snapshot } from '#kernel/fact.ts'
import { displayId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { contentVersion } from '#server/database/content-version.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Refused = Refusal<ProviderRefusal>

export async function createProvider(
  tx: TenantTx,
  actor: Actor,
  { clientIds, reason, ...typed }: NewProvider,
): Promise<{ id: string; bankWaits: boolean } | Refused> {
  const may = mayCreateProvider(actor)
  if (may !== true) return may
  const content = { ...typed, taxId: soundTaxId(null, typed.taxId) }
  soundTerms(content.paymentTerms)
  const clients = [...new Set(clientIds)]
  if ((await knownClients(tx, clients)).length !== clients.length) return refuse('unknown_client')
  const id = displayId('PRV', await takeNumber(tx, 'PRV'))
  const duplicates = await findDuplicates(tx, { ...content, id })
  const allowed = mayDuplicate(duplicates, reason)
  if (allowed !== true) return allowed
  // Bank data that another provider already has needs a second administrator.
  const waits = duplicates.withSameIban.length > 0 && (await hasOtherAdmin(tx, actor.userId))
  const noBankYet = waits ? { iban: null, bic: null } : {}
  const provider: Provider = {
    ...content,
    ...noBankYet,
    paymentTerms: content.paymentTerms ?? null,
    id,
    status: 'active',
  }
  await insertProvider(tx, provider)
  await saveClientsOfProvider(tx, id, clients)
  await adoptReceived(tx, id)
  await record(
    tx,
    actor,
    providerFact('provider.created', id, { after: createdData({ ...provider, clientIds: clients }), reason }),
  )
  const bankWaits = waits ? await askForBank(tx, actor, provider, content) : false
  return isRefusal(bankWaits) ? bankWaits : { id, bankWaits }
}

/**
 * Changes a provider. Other bank data is only requested: until a second administrator confirms it, money goes
 * to the current account.
 */
export async function changeProvider(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { seen: baseVersion, clientIds, reason, ...typed }: BodyOf<typeof endpoint>,
): Promise<{ id: string; bankWaits: boolean } | Refused> {
  const may = providerAbilities(actor).edit
  if (may !== true) return may
  const before = await lockProvider(tx, id)
  if (!before) return refuse('not_found')
  if (before.mergedInto !== null) return refuse('provider_merged', { id, mergedInto: before.mergedInto })
  const clientsBefore = await clientsOfProvider(tx, id)
  const same = sameData(contentVersion(versionContent({ ...before, clientIds: clientsBefore })), baseVersion)
  if (same !== true) return same
  const content = { ...typed, taxId: soundTaxId(before.taxId, typed.taxId) }
  soundTerms(content.paymentTerms)
  const clients = [...new Set(clientIds)].toSorted()
  if ((await knownClients(tx, clients)).length !== clients.length) return refuse('unknown_client')
  const allowed = mayDuplicate(await newDuplicates(tx, before, content), reason)
  if (allowed !== true) return allowed
  const bankWaits = await askForBank(tx, actor, before, content)
  if (isRefusal(bankWaits)) return bankWaits
  const { paymentTerms = before.paymentTerms } = content
  const after: Provider = { ...content, paymentTerms, id }
  await saveProviderExceptBank(tx, after)
  await saveClientsOfProvider(tx, id, clients)
  await adoptReceived(tx, id)
  await recordChanges(tx, actor, {
    before: { ...before, clientIds: clientsBefore },
    after: { ...after, clientIds: clients },
    reason,
  })
  return { id, bankWaits }
}

/** Providers with one of the values that this change introduces; unchanged values are not checked again. */
function newDuplicates(
  tx: TenantTx,
  before: Provider,
  { taxId, iban, status }: Pick<Provider, 'taxId' | 'iban' | 'status'>,
) {
  const becomesActive = status === 'active' && before.status !== 'active'
  return findDuplicates(tx, {
    id: before.id,
    taxId: status === 'active' && (becomesActive || taxId !== before.taxId) ? taxId : null,
    iban: iban === before.iban ? null : iban,
  })
}

/** Requests other bank data; true when it now waits for a second administrator. */
async function askForBank(
  tx: TenantTx,
  actor: Actor,
  before: Provider,
  { iban, bic }: Bank,
): Promise<boolean | Refused> {
  if (iban === before.iban && bic === before.bic) return false
  if (await pendingBankChange(tx, before.id)) return refuse('bank_change_pending')
  // Of what a service asks, whoever made its token is not the second person.
  const askedBy = actor.responsibleId ?? actor.userId
  await insertBankChange(tx, { providerId: before.id, iban, bic, askedBy })
  await record(
    tx,
    actor,
    providerFact('provider.bank_change_asked', before.id, { before: bankData(before), after: { iban, bic } }),
  )
  return true
}

const outcomes = {
  confirm: { outcome: 'confirmed', kind: 'provider.bank_changed' },
  reject: { outcome: 'rejected', kind: 'provider.bank_change_rejected' },
  withdraw: { outcome: 'withdrawn', kind: 'provider.bank_change_withdrawn' },
} as const

/** Second administrator's decision on requested bank data: only a confirmation changes where money goes. */
export async function decideBank(
  tx: TenantTx,
  actor: Actor,
  { providerId, bankChangeId }: { readonly providerId: string; readonly bankChangeId: string },
  decision: BankDecision,
): Promise<{ id: string } | Refused> {
  if (actor.role !== 'admin') return refuse('forbidden')
  const provider = await lockProvider(tx, providerId)
  if (!provider) return refuse('not_found')
  const change = await knownBankChange(tx, provider.id, bankChangeId)
  if (!change) return refuse('not_found')
  if (!change.isPending) return refuse('bank_change_gone')
  const may = bankAbilities(actor, change)[decision]
  if (may !== true) return may
  const { outcome, kind } = outcomes[decision]
  await closeBankChange(tx, { id: change.id, providerId, outcome, decidedBy: actor.userId })
  if (decision === 'confirm') await saveBank(tx, providerId, change)
  await record(
    tx,
    actor,
    providerFact(kind, providerId, {
      before: bankData(provider),
      after: { ...bankData(decision === 'confirm' ? change : provider), askedBy: change.askedBy },
    }),
  )
  return { id: providerId }
}

type Kept = Provider & { readonly clientIds: readonly string[] }

type Told = { readonly before: Kept; readonly after: Kept; readonly reason: string | null }

async function recordChanges(tx: TenantTx, actor: Actor, { before, after, reason }: Told): Promise<void> {
  const change = { before: otherData(before), after: otherData(after) }
  if (JSON.stringify(change.before) === JSON.stringify(change.after)) return
  await record(tx, actor, providerFact('provider.changed', after.id, { ...change, reason }))
}

const bankData = ({ iban, bic }: Bank): BankData => ({ iban, bic })

const otherData = ({ name, taxId, email, phone, paymentTerms, status, clientIds }: Kept): Snapshot => ({
  name,
  taxId,
  email,
  phone,
  ...(paymentTerms ? { paymentTerms: paymentTermsText(paymentTerms) } : {}),
  status,
  clientIds,
})

/** A new provider as the journal keeps it: its bank data, which were never requested, too. */
const createdData = (provider: Kept): Snapshot => ({
  ...otherData(provider),
  ...bankData(provider),
  id: provider.id,
})

/**
 * Adds a provider to those that a client works with, where it is not one of them yet: whoever may make a contract with
 * both may have its orders made out to it.
 */
export async function assignProvider(
  tx: TenantTx,
  actor: Actor,
  clientId: string,
  providerId: string,
): Promise<void> {
  if ((await providersOfClient(tx, clientId)).includes(providerId)) return
  await lockClient(tx, clientId)
  await lockProviders(tx, [providerId])
  const before = await providersOfClient(tx, clientId)
  if (before.includes(providerId)) return
  const after = [...before, providerId].toSorted()
  await saveProvidersOfClient(tx, clientId, after)
  await recordAssigned(tx, actor, clientId, before, after)
}

/** Replaces the providers that a client works with. */
export async function assignProviders(
  tx: TenantTx,
  actor: Actor,
  clientId: string,
  providerIds: readonly string[],
): Promise<{ providersCount: number } | Refused> {
  const may = clientAbilities(actor).assignProviders
  if (may !== true) return refuse('forbidden')
  const client = await lockClient(tx, clientId)
  if (!client) return refuse('not_found')
  const wanted = [...new Set(providerIds)].toSorted()
  const before = await providersOfClient(tx, client.id)
  // A change of one of them replaces its clients: it stands in line here, and then learns that its version is stale.
  const locked = await lockProviders(tx, [...new Set([...before, ...wanted])])
  if (!wanted.every(id => locked.includes(id))) return refuse('unknown_provider')
  await saveProvidersOfClient(tx, client.id, wanted)
  await recordAssigned(tx, actor, client.id, before, wanted)
  return { providersCount: wanted.length }
}

const recordAssigned = (
  tx: TenantTx,
  actor: Actor,
  clientId: string,
  before: readonly string[],
  after: readonly string[],
) =>
  record(
    tx,
    actor,
    providerFact('client.providers_assigned', clientId, {
      before: { providerIds: before },
      after: { providerIds: after },
    }),
  )
