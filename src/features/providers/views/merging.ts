/** Preview of a merge of two providers, for whoever decides it. */
import {
  accountChange,
  fieldsToFill,
  type Merging,
  mayMerge,
  mergeStops,
} from '#features/providers/rules/merging.ts'
import {
  batchesPaying,
  countMoving,
  findAccountGivers,
  type MergingRow,
  mergingProvider,
} from '#features/providers/store/merging.ts'
import { versionContent } from '#features/providers/text/version-content.ts'
import { providerAbility, providerWords } from '#features/providers/text.ts'
import type { MergePreviewWire } from '#features/providers/wire/merging.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { contentVersion } from '#server/database/content-version.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type ReadMerging = Merging & { readonly merged: MergingRow; readonly survivor: MergingRow }

/** Both providers with what decides their merge; null when one of them is not of the company. */
export async function readMerging(
  tx: TenantTx,
  mergedId: string,
  survivorId: string,
): Promise<ReadMerging | null> {
  const [merged, survivor, liveBatches, accountGivers] = await Promise.all([
    mergingProvider(tx, mergedId),
    mergingProvider(tx, survivorId),
    batchesPaying(tx, mergedId),
    findAccountGivers(tx, survivorId),
  ])
  return merged && survivor && { merged, survivor, liveBatches, accountGivers }
}

/** Version of both providers: a merge is based on the data that its preview showed. */
export const mergingVersion = ({ merged, survivor }: ReadMerging): string =>
  contentVersion({ merged: versionContent(merged), survivor: versionContent(survivor) })

/** Null when one of the providers is not of the company, and for anybody but its administrators. */
export async function mergePreview(
  tx: TenantTx,
  actor: Actor,
  { providerId, survivorId }: { readonly providerId: string; readonly survivorId: string },
): Promise<MergePreviewWire | null> {
  if (!readsWholeCompany(actor.role)) return null
  const [merging, moves] = await Promise.all([
    readMerging(tx, providerId, survivorId),
    countMoving(tx, providerId, survivorId),
  ])
  if (!merging) return null
  return {
    merged: shown(merging.merged),
    survivor: shown(merging.survivor),
    moves,
    fills: fieldsToFill(merging),
    account: accountChange(merging),
    stops: mergeStops(actor, merging).map(providerWords),
    version: mergingVersion(merging),
    can: { merge: providerAbility(mayMerge(actor)) },
  }
}

const shown = ({ id, name, taxId, iban, status }: MergingRow) => ({
  id,
  name,
  taxId,
  ibanEnding: iban?.slice(-4) ?? null,
  status,
})
