import { deleteEndedLinks } from '#features/identity/store/links.ts'
import { deleteEndedSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'

/** Clears away ended sessions and links: for a timer, on any node, as often as it likes. */
export async function sweepSessions(db: Db): Promise<number> {
  const on = outsideAnyTransaction(db)
  await deleteEndedLinks(on, clock.now())
  return deleteEndedSessions(on, clock.now())
}
