/** Rows of providers. */
import { readClient, readSeveral } from '#features/imports/commands/lookups.ts'
import {
  answered,
  cellFaults,
  type KindOfRow,
  keyed,
  keyText,
  madeFrom,
  type RowTexts,
  withNote,
} from '#features/imports/commands/row.ts'
import { listed } from '#features/imports/rules/cells.ts'
import { readTerms, termsFrom } from '#features/imports/rules/terms-cells.ts'
import { clientsNamed } from '#features/imports/store/names.ts'
import { termsNote } from '#features/imports/text/terms.ts'
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
  rowsAtOnce: 40,
  make: async (tx, actor, texts) => {
    const clients = await findClients(tx, texts.clients ?? '')
    const cells = readTerms(texts.paymentTerms ?? '', texts.payDays ?? '')
    const paymentTerms = termsFrom(cells)
    return madeFrom(
      {
        wire: NewProviderWire,
        body: { ...texts, clientIds: clients.found.map(({ id }) => id), paymentTerms },
        make: async body =>
          withNote(
            answered(await createProvider(tx, actor, body), ({ id }) => id, providerWords, {
              fields: { same_tax_id: 'taxId', same_account: 'iban', unknown_client: 'clients' },
              existing: ['same_tax_id'],
            }),
            termsNote(paymentTerms),
          ),
      },
      [...cellFaults(cells), ...(clients.fault === null ? [] : [{ field: 'clients', text: clients.fault }])],
    )
  },
  keys: ({ taxId = '', iban = '', reason = '' }: RowTexts) => [
    ...keyed('taxId', 'NIF', keyText(taxId)),
    // Two may share an account when the row says why.
    ...(reason === '' ? keyed('iban', 'IBAN', keyText(iban)) : []),
  ],
  undo,
}

/** Clients by their names or tax ids: one whose name has a sign between things, or several. */
async function findClients(tx: TenantTx, text: string) {
  const isOneName = (await clientsNamed(tx, text)).length > 0
  return readSeveral(isOneName ? [text] : listed(text), name => readClient(tx, name))
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
