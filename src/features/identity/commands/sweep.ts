/** Sweep of what has expired: sessions, links, challenges and unfinished enrolments. For a timer. */
import { unfinishedMs } from '#features/identity/rules/factors.ts'
import { deleteForgotten } from '#features/identity/store/factors.ts'
import { deleteEndedLinks } from '#features/identity/store/links.ts'
import { deleteOldPasskeyChallenges } from '#features/identity/store/passkeys.ts'
import { deleteEndedSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'

/** Deletes expired sessions and links, and unfinished enrolments; returns the number of sessions. For a timer, on any node, at any interval. */
export async function sweepSessions(db: Db): Promise<number> {
  const on = outsideAnyTransaction(db)
  const now = clock.now()
  await deleteEndedLinks(on, now)
  await deleteForgotten(on, new Date(now.getTime() - unfinishedMs), now)
  await deleteOldPasskeyChallenges(on, now)
  return deleteEndedSessions(on, now)
}
