/** Outcomes of orders are mailed to whoever asked for them, as long as they still see them. */
import { findVisibleIds } from '#features/documents/store/visible.ts'
import type { Mailing } from '#features/notices/commands/remind.ts'
import { type AskedOutcome, findOutcomes, type Outcome } from '#features/notices/store/outcomes.ts'
import { outcomeLetter } from '#features/notices/text/outcomes.ts'
import { findOwner } from '#features/recurrences/store.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Writes one mail to each person for all outcomes of one kind. */
export async function tellOutcomes(
  tx: TenantTx,
  { post, origin }: Mailing,
  asked: readonly AskedOutcome[],
): Promise<void> {
  if (asked.length === 0) return
  const told = await keepVisible(tx, await findOutcomes(tx, asked))
  for (const alike of Map.groupBy(told, letterKey).values()) {
    const letter = outcomeLetter(alike, origin)
    if (letter) await post(tx, letter, tx.now)
  }
}

const letterKey = ({ userId, topic, type, creditedId }: Outcome): string =>
  [userId, topic, type, creditedId === null].join(' ')

async function keepVisible(tx: TenantTx, found: readonly Outcome[]): Promise<Outcome[]> {
  const kept: Outcome[] = []
  for (const [userId, own] of Map.groupBy(found, outcome => outcome.userId)) {
    const person = await findOwner(tx, userId)
    if (!person) continue
    const ids = own.map(({ id }) => id)
    const visible = await findVisibleIds(tx, person, ids)
    kept.push(...own.filter(({ id }) => visible.has(id)))
  }
  return kept
}
