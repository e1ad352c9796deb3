/** Somebody of Grupo Miramar is half away, and has said who decides meanwhile. */

import { make } from '#features/delegations/commands.ts'
import { type CompanyHistory, unlessRefused } from '#features/samples/commands/history.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, dayFromInstant } from '#kernel/day.ts'

/** Both approve the hotels' orders, so that nobody's inbox is any longer for it. */
export async function buildDelegations(
  history: CompanyHistory,
  { marta, diego }: { readonly marta: Actor; readonly diego: Actor },
): Promise<void> {
  const tx = history.before(2)
  const startsOn = dayFromInstant(tx.now, history.zone)
  const max = { minor: '2000000', currency: history.currency }
  const days = { startsOn, endsOn: addDays(startsOn, 14) }
  unlessRefused(await make(tx, marta, { toId: diego.userId, ...days, covers: 'approve', max }))
}
