import { deleteEndedSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'

/** Clears away ended sessions: for a timer, on any node, as often as it likes. */
export function sweepSessions(db: Db): Promise<number> {
  return deleteEndedSessions(outsideAnyTransaction(db), clock.now())
}
