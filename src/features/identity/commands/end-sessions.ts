import type { Identity } from '#features/identity/commands/identity.ts'
import { endOf } from '#features/identity/rules/impersonation.ts'
import {
  deleteOwnSessions,
  findImpersonations,
  lockOwnSessions,
} from '#features/identity/store/impersonations.ts'
import { deleteSession } from '#features/identity/store/sessions.ts'
import { type JournalEvent, record } from '#server/database/journal.ts'
import { type Across, acrossCompanies } from '#server/database/tenant.ts'

export type Ending = {
  readonly userId: string
  /** The company whose journal records the event; null for a person in no company, whose event goes to the log. */
  readonly companyId: string | null
  readonly only?: string
  readonly except?: string
  readonly event: JournalEvent
}

/** Ends a person's own sessions with the impersonations begun from them, and records both. Returns the number of own sessions. */
export async function endSessions({ db, log }: Pick<Identity, 'db' | 'log'>, ending: Ending) {
  const { userId, companyId, event } = ending
  const ended = await acrossCompanies(db, null, async across => {
    const ids = await lockOwnSessions(across, userId, ending)
    if (ids.length === 0) return 0
    await endImpersonations(across, userId, ids)
    await deleteOwnSessions(across, ids)
    if (companyId !== null) await across.visit(companyId, tx => record(tx, { userId }, event))
    return ids.length
  })
  if (ended > 0 && companyId === null) log.info({ userId, actorId: userId, events: [event] }, 'identity')
  return ended
}

/** Ends the impersonations begun from these sessions, each with its event in its company's journal. Returns their number. */
export async function endImpersonations(across: Across, userId: string, sessionIds: readonly string[]) {
  const open = await findImpersonations(across, sessionIds)
  for (const impersonation of open)
    await across.visit(impersonation.companyId, async tx => {
      if (await deleteSession(tx, impersonation.id)) await record(tx, { userId }, endOf(impersonation))
    })
  return open.length
}
