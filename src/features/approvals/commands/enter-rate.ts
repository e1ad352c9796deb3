/** An exchange rate that is said, also for orders that wait for it. */
import { unblock } from '#features/approvals/commands/unblock.ts'
import { projectsBlockedForApprovers } from '#features/documents/store/blocked.ts'
import { enterRate } from '#features/exchange-rates/commands.ts'
import { mayEnterRates } from '#features/exchange-rates/rules.ts'
import { lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import { isRefusal } from '#kernel/refusal.ts'

/**
 * Says a rate, and routes again by the flow of today the orders that nobody could approve: when it was published, the
 * rate of their day may have been missing.
 */
export const enterRateAndUnblock: typeof enterRate = async (tx, actor, body) => {
  if (mayEnterRates(actor) === true) await lockAppointmentsEverywhere(tx)
  const entered = await enterRate(tx, actor, body)
  if (isRefusal(entered)) return entered
  for (const projectId of await projectsBlockedForApprovers(tx))
    await unblock(tx, actor, projectId, 'current')
  return entered
}
