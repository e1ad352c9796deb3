/** The answer of a bank about the holder of an account, written down by whoever asked it. */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { providerFact } from '#features/providers/facts.ts'
import { mayCheck } from '#features/providers/rules/payee-check.ts'
import { type ProviderRefusal, providerAbilities } from '#features/providers/rules.ts'
import { insertPayeeCheck } from '#features/providers/store/payee-checks.ts'
import { lockProvider, pendingBankChange } from '#features/providers/store.ts'
import type { recordPayeeCheck as endpoint } from '#features/providers/wire/record-payee-check.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function recordPayeeCheck(
  tx: TenantTx,
  actor: Actor,
  providerId: string,
  { iban, outcome, holder }: BodyOf<typeof endpoint>,
): Promise<{ id: string } | Refusal<ProviderRefusal>> {
  const may = firstRefusal<ProviderRefusal>(providerAbilities(actor).edit, accountTrust(actor))
  if (may !== true) return may
  const provider = await lockProvider(tx, providerId)
  if (!provider) return refuse('not_found')
  const asked = await pendingBankChange(tx, providerId)
  const sound = mayCheck(iban, { iban: provider.iban, askedIban: asked?.iban ?? null })
  if (sound !== true) return sound
  const id = newId(tx.now.getTime())
  await insertPayeeCheck(tx, { id, providerId, iban, outcome, holder, askedBy: actor.userId })
  await record(
    tx,
    actor,
    providerFact('provider.payee_checked', providerId, { after: { iban, outcome, holder } }),
  )
  return { id }
}
