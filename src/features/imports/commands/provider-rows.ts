/** Rows of providers. */
import {
  answered,
  type KindOfRow,
  keyed,
  keyText,
  type Made,
  parsedRow,
  type RowTexts,
} from '#features/imports/commands/row.ts'
import { clientsNamed } from '#features/imports/store/names.ts'
import { isProviderTouched } from '#features/imports/views/untouched.ts'
import { changeProvider, createProvider } from '#features/providers/commands.ts'
import { clientsOfProvider, lockProvider } from '#features/providers/store.ts'
import { versionContent } from '#features/providers/text/version-content.ts'
import { providerWords } from '#features/providers/text.ts'
import { NewProviderWire } from '#features/providers/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { contentVersion } from '#server/database/content-version.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const providerKind: KindOfRow = {
  make: async (tx, actor, texts) => {
    const clients = await findClients(tx, texts.clients ?? '')
    if ('faults' in clients) return clients
    const found = parsedRow(NewProviderWire, { ...texts, clientIds: clients.ids })
    if ('faults' in found) return found
    return answered(await createProvider(tx, actor, found.body), ({ id }) => id, providerWords, {
      same_tax_id: 'taxId',
      same_account: 'iban',
      unknown_client: 'clients',
    })
  },
  keys: ({ taxId = '', iban = '', reason = '' }: RowTexts) => [
    ...keyed('NIF', keyText(taxId)),
    // Two may share an account when the row says why.
    ...(reason === '' ? keyed('IBAN', keyText(iban)) : []),
  ],
  undo,
}

/** Clients by their names, which semicolons, commas or bars keep apart. */
async function findClients(
  tx: TenantTx,
  text: string,
): Promise<{ ids: string[] } | Extract<Made, { faults: unknown }>> {
  if (text === '') return { ids: [] }
  const whole = await clientsNamed(tx, [text])
  const names =
    whole.length > 0
      ? [text]
      : text
          .split(/[;,|\n]/)
          .map(name => name.trim())
          .filter(name => name !== '')
  const known = await clientsNamed(tx, names)
  const alike = (name: string) => known.filter(client => client.name.toLowerCase() === name.toLowerCase())
  const wrong = names.find(name => alike(name).length !== 1)
  if (wrong === undefined) return { ids: known.map(({ id }) => id) }
  const said =
    alike(wrong).length === 0
      ? 'No hay ningún cliente activo que se llame'
      : 'Hay varios clientes que se llaman'
  return { faults: [{ field: 'clients', text: `${said} «${wrong}»` }] }
}

async function undo(tx: TenantTx, actor: Actor, id: string): Promise<true | string> {
  const provider = await lockProvider(tx, id)
  if (provider === null || provider.status === 'inactive') return 'Ya estaba inactivo'
  if (await isProviderTouched(tx, id)) return 'Ya se ha usado o cambiado'
  const clientIds = await clientsOfProvider(tx, id)
  const { paymentTerms: _, ...content } = provider
  const changed = await changeProvider(tx, actor, id, {
    ...content,
    clientIds,
    status: 'inactive',
    reason: null,
    seen: contentVersion(versionContent({ ...provider, clientIds })),
  })
  return isRefusal(changed) ? providerWords(changed) : true
}
