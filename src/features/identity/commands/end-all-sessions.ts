/**
 * End of all sessions, by the operator: everybody's, those of a company's people, or one person's. After a restore, those
 * that had ended since the moment are back.
 */
import { endImpersonations } from '#features/identity/commands/end-sessions.ts'
import { identityFact, impersonationEnded } from '#features/identity/facts.ts'
import { deleteOwnSessions, lockOwnSessions } from '#features/identity/store/impersonations.ts'
import {
  countLiveSessions,
  findPeopleInside,
  findViewsOfCompany,
  type Whose,
} from '#features/identity/store/many-sessions.ts'
import { deleteDetachedDevices, deleteSession } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { acrossCompanies } from '#server/database/tenant.ts'

export type EndedSessions = { readonly people: number; readonly sessions: number; readonly views: number }

/**
 * Ends them person by person, each in one transaction with a fact in every company in which they worked. A session is
 * asked for at each request, so that no node takes one that has ended.
 */
export async function endAllSessions(db: Db, whose: Whose): Promise<EndedSessions> {
  const total = { people: 0, sessions: 0, views: 0 }
  for (const userId of await findPeopleInside(outsideAnyTransaction(db), whose)) {
    const { sessions, views } = await endSessionsOfPerson(db, userId)
    total.sessions += sessions
    total.views += views
    if (sessions > 0) total.people += 1
  }
  if (whose.companyId) total.views += await endViewsOfCompany(db, whose.companyId)
  return total
}

/** Ends one person's sessions, with the devices that outlived one. Returns how many were live, and the views of others begun from them. */
async function endSessionsOfPerson(db: Db, userId: string) {
  return acrossCompanies(db, null, async across => {
    const ids = await lockOwnSessions(across, userId, {})
    const live = await countLiveSessions(across, ids, across.now)
    const views = await endImpersonations(across, null, ids)
    await deleteOwnSessions(across, ids)
    await deleteDetachedDevices(across, userId)
    for (const { companyId, sessions } of live) {
      if (companyId === null) continue
      const fact = identityFact('session.ended_by_operator', userId, { after: { sessions } })
      await across.visit(companyId, tx => record(tx, null, fact))
    }
    return { sessions: live.reduce((sum, { sessions }) => sum + sessions, 0), views }
  })
}

/** Ends the views of a company's people that others had begun, of whom the company knows nothing else. Returns their number. */
async function endViewsOfCompany(db: Db, companyId: string): Promise<number> {
  return acrossCompanies(db, null, async across => {
    const views = await findViewsOfCompany(across, companyId)
    for (const view of views)
      await across.visit(companyId, async tx => {
        if (await deleteSession(tx, view.id)) await record(tx, null, impersonationEnded(view))
      })
    return views.length
  })
}
