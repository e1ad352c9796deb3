/** Read model of the company's threshold, for those who read the whole company. */
import { mayChooseThreshold } from '#features/step-up/rules.ts'
import { loadThreshold, type StoredThreshold } from '#features/step-up/store.ts'
import { stepUpAbility } from '#features/step-up/text.ts'
import type { StepUpWire } from '#features/step-up/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { minorToText } from '#kernel/money.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { contentVersion } from '#server/database/content-version.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

export async function readStepUp(tx: TenantTx, actor: Actor): Promise<StepUpWire> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const stored = await loadThreshold(tx)
  return {
    from: stored.threshold && moneyToWire(stored.threshold),
    currency: stored.own,
    version: thresholdVersion(stored),
    can: { choose: stepUpAbility(mayChooseThreshold(actor)) },
  }
}

/** Version of what somebody saw: the threshold, and the company's currency, in which they choose another. */
export const thresholdVersion = ({ own, threshold }: StoredThreshold): string =>
  contentVersion({
    own,
    minor: threshold === null ? null : minorToText(threshold.minor),
    currency: threshold?.currency ?? null,
  })
