/** An exchange rate that is said, also for orders that wait for it. */
import { unblock } from '#features/approvals/commands/unblock.ts'
import { projectsBlockedForApprovers } from '#features/documents/store/blocked.ts'
import { enterRate } from '#features/exchange-rates/commands.ts'
import { mayEnterRates } from '#features/exchange-rates/rules.ts'
import { lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import { requireForRate } from '#features/step-up/commands/require-for-rate.ts'
import { isRefusal } from '#kernel/refusal.ts'

/**
 * Says a rate, and routes again by the flow of today the orders that nobody could approve: when it was published, the
 * rate of their day may have been missing.
 */
export const enterRateAndUnblock: typeof enterRate = async (tx, actor, body) => {
  const may = mayEnterRates(actor)
  if (may !== true) return may
  await lockAppointmentsEverywhere(tx)
  const confirmedBy = await requireForRate(tx, actor, body)
  const entered = await enterRate(tx, actor, body, confirmedBy)
  if (isRefusal(entered)) return entered
  for (const projectId of await projectsBlockedForApprovers(tx))
    await unblock(tx, actor, projectId, 'current')
  return entered
}
