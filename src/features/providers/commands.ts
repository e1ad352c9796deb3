import { abilities as clientAbilities } from '#features/clients/rules.ts'
import { knownClients, lockClient } from '#features/clients/store.ts'
import { takeNumber } from '#features/companies/store.ts'
import {
  abilities,
  mayCreateProvider,
  type Provider,
  type ProviderRefusal,
} from '#features/providers/rules.ts'
import {
  clientsOfProvider,
  insertProvider,
  knownProviders,
  lockProvider,
  providersOfClient,
  saveClientsOfProvider,
  saveProvider,
  saveProvidersOfClient,
} from '#features/providers/store.ts'
import type { NewProvider, ProviderContent } from '#features/providers/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { displayId } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record, type Snapshot } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'

type Refused = Refusal<ProviderRefusal>

export async function createProvider(
  tx: TenantTx,
  actor: Actor,
  { clientIds, ...content }: NewProvider,
): Promise<{ id: string } | Refused> {
  const may = mayCreateProvider(actor)
  if (may !== true) return may
  const clients = [...new Set(clientIds)]
  if ((await knownClients(tx, clients)).length !== clients.length) return refuse('unknown_client')
  const id = displayId('PRV', await takeNumber(tx, 'PRV'))
  const provider: Provider = { ...content, id, status: 'active' }
  await insertProvider(tx, provider)
  await saveClientsOfProvider(tx, id, clients)
  await record(tx, actor, {
    action: 'provider.created',
    object: { type: 'provider', id },
    after: { ...provider, clientIds: clients },
  })
  return { id }
}

/** A change of where the money goes is told apart from every other change. */
export async function changeProvider(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { clientIds, ...content }: ProviderContent,
): Promise<{ id: string } | Refused> {
  const may = abilities(actor).edit
  if (may !== true) return may
  const before = await lockProvider(tx, id)
  if (!before) return refuse('not_found')
  const clients = [...new Set(clientIds)].toSorted()
  if ((await knownClients(tx, clients)).length !== clients.length) return refuse('unknown_client')
  const clientsBefore = await clientsOfProvider(tx, id)
  const after: Provider = { ...content, id }
  await saveProvider(tx, after)
  await saveClientsOfProvider(tx, id, clients)
  await tellChanges(tx, actor, { ...before, clientIds: clientsBefore }, { ...after, clientIds: clients })
  return { id }
}

type Kept = Provider & { readonly clientIds: readonly string[] }

async function tellChanges(tx: TenantTx, actor: Actor, before: Kept, after: Kept): Promise<void> {
  const changes = [
    { action: 'provider.bank_changed', before: bankData(before), after: bankData(after) },
    { action: 'provider.changed', before: otherData(before), after: otherData(after) },
  ]
  for (const change of changes) {
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) continue
    await record(tx, actor, { ...change, object: { type: 'provider', id: after.id } })
  }
}

const bankData = ({ iban, bic }: Kept): Snapshot => ({ iban, bic })

const otherData = ({ name, taxId, email, phone, status, clientIds }: Kept): Snapshot => ({
  ...{ name, taxId, email, phone, status, clientIds },
})

/** Which providers a client works with: exactly these. */
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
  if ((await knownProviders(tx, wanted)).length !== wanted.length) return refuse('unknown_provider')
  const before = await providersOfClient(tx, client.id)
  await saveProvidersOfClient(tx, client.id, wanted)
  await record(tx, actor, {
    action: 'client.providers_assigned',
    object: { type: 'client', id: client.id },
    before: { providerIds: before },
    after: { providerIds: wanted },
  })
  return { providersCount: wanted.length }
}
