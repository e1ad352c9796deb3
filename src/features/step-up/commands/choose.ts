/** Choice of the amount from which a confirmation is asked. What loosens it asks for one itself. */
import { sameData } from '#features/companies/rules.ts'
import { requireStep } from '#features/step-up/commands/require.ts'
import { stepUpFact } from '#features/step-up/facts.ts'
import { isLaxer, mayChooseThreshold, type StepUpRefusal, type Threshold } from '#features/step-up/rules.ts'
import { lockThreshold, saveThreshold } from '#features/step-up/store.ts'
import { thresholdVersion } from '#features/step-up/views.ts'
import type { chooseStepUp } from '#features/step-up/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { moneyFromText } from '#kernel/money.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function chooseThreshold(
  tx: TenantTx,
  actor: Actor,
  { fromMinor, seen }: BodyOf<typeof chooseStepUp>,
): Promise<true | Refusal<StepUpRefusal>> {
  const stored = await lockThreshold(tx)
  const may = firstRefusal<StepUpRefusal>(mayChooseThreshold(actor), sameData(thresholdVersion(stored), seen))
  if (may !== true) return may
  const { own, threshold: before } = stored
  const wanted: Threshold = fromMinor === null ? null : moneyFromText(fromMinor, own)
  if (sameThreshold(before, wanted)) return true
  const confirmedBy = isLaxer(wanted, before)
    ? await requireStep(tx, actor, { what: 'policy', id: tx.companyId })
    : null
  await saveThreshold(tx, wanted)
  const from = (threshold: Threshold) => ({ from: threshold && moneyToWire(threshold) })
  const after = { ...from(wanted), ...(confirmedBy === null ? {} : { confirmedBy }) }
  await record(
    tx,
    actor,
    stepUpFact('company.step_up_changed', tx.companyId, { before: from(before), after }),
  )
  return true
}

const sameThreshold = (one: Threshold, other: Threshold): boolean =>
  one?.minor === other?.minor && one?.currency === other?.currency
