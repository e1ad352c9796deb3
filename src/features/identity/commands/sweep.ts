import { unfinishedMs } from '#features/identity/rules/factors.ts'
import { deleteForgotten } from '#features/identity/store/factors.ts'
import { deleteEndedLinks } from '#features/identity/store/links.ts'
import { deleteEndedSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'

/** Clears away ended sessions and links, and enrolments that nobody finished: for a timer, on any node, as often as it likes. */
export async function sweepSessions(db: Db): Promise<number> {
  const on = outsideAnyTransaction(db)
  const now = clock.now()
  await deleteEndedLinks(on, now)
  await deleteForgotten(on, new Date(now.getTime() - unfinishedMs), now)
  return deleteEndedSessions(on, now)
}
