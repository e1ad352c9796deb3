/** Merging of two providers, in one transaction: what is current moves, what was said stays. */
import { sameData } from '#features/companies/rules.ts'
import { providerFact } from '#features/providers/facts.ts'
import { accountChange, fieldsToFill, mayMerge, mergeStops } from '#features/providers/rules/merging.ts'
import type { ProviderRefusal } from '#features/providers/rules.ts'
import {
  countMoving,
  lockMerging,
  moveToSurvivor,
  redirectToSurvivor,
  saveSurvivor,
} from '#features/providers/store/merging.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import { mergingVersion, type ReadMerging, readMerging } from '#features/providers/views/merging.ts'
import type { mergeProviders as endpoint } from '#features/providers/wire/merging.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Snapshot } from '#kernel/fact.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Merged = { readonly providerId: string; readonly survivorId: string }

export async function mergeProviders(
  tx: TenantTx,
  actor: Actor,
  { providerId, survivorId }: Merged,
  { seen }: BodyOf<typeof endpoint>,
): Promise<{ id: string } | Refusal<ProviderRefusal>> {
  const may = mayMerge(actor)
  if (may !== true) return may
  await lockMerging(tx, providerId, survivorId)
  // Read under the locks: nothing of either is on its way elsewhere.
  const merging = await readMerging(tx, providerId, survivorId)
  if (!merging) return refuse('not_found')
  const stops = firstRefusal(...mergeStops(actor, merging), sameData(mergingVersion(merging), seen))
  if (stops !== true) return stops
  const moved = await countMoving(tx, providerId, survivorId)
  await moveToSurvivor(tx, providerId, survivorId)
  const mergedIds = await redirectToSurvivor(tx, providerId, survivorId)
  const replacesAccount = accountChange(merging) === 'replaced'
  const { merged, survivor } = merging
  await saveSurvivor(tx, filledSurvivor(merging), replacesAccount)
  await record(
    tx,
    actor,
    providerFact('provider.merged', providerId, {
      before: { iban: merged.iban, bic: merged.bic },
      after: {
        into: survivorId,
        mergedIds,
        iban: survivor.iban,
        bic: survivor.bic,
        replacesAccount,
        filled: filledData(merging),
        moved,
      },
    }),
  )
  return { id: survivorId }
}

const filledSurvivor = ({ merged, survivor }: ReadMerging) => ({
  id: survivor.id,
  taxId: survivor.taxId ?? merged.taxId,
  email: survivor.email ?? merged.email,
  phone: survivor.phone ?? merged.phone,
  paymentTerms: survivor.paymentTerms ?? merged.paymentTerms,
})

/** Data that the survivor took, as the journal keeps them. */
function filledData(merging: ReadMerging): Snapshot {
  const { taxId, email, phone, paymentTerms } = merging.merged
  const data = { taxId, email, phone, paymentTerms: paymentTerms && paymentTermsText(paymentTerms) }
  return Object.fromEntries(fieldsToFill(merging).map(field => [field, data[field]]))
}
