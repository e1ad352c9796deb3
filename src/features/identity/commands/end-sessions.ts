/** End of a person's sessions, with the impersonations begun from them. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { impersonationEnded } from '#features/identity/facts.ts'
import {
  deleteOwnSessions,
  findImpersonations,
  lockOwnSessions,
} from '#features/identity/store/impersonations.ts'
import { deleteDetachedDevices, deleteSession } from '#features/identity/store/sessions.ts'
import type { Fact } from '#kernel/fact.ts'
import { record } from '#server/database/journal.ts'
import { type Across, acrossCompanies } from '#server/database/tenant.ts'

export type Ending = {
  readonly userId: string
  /** The company whose journal records the fact; null for a person in no company, whose fact goes to the log. */
  readonly companyId: string | null
  /** Id of the only session to end, or of the one to keep; without either, all end. */
  readonly only?: string
  readonly except?: string
  readonly fact: Fact
}

/** Ends a person's own sessions with the impersonations begun from them, and records both. Returns the number of own sessions. */
export async function endSessions({ db, log }: Pick<Identity, 'db' | 'log'>, ending: Ending) {
  const { userId, companyId, fact } = ending
  const ended = await acrossCompanies(db, null, async across => {
    const ids = await lockOwnSessions(across, userId, ending)
    if (ids.length === 0) return 0
    await endImpersonations(across, userId, ids)
    await deleteOwnSessions(across, ids)
    await deleteDetachedDevices(across, userId)
    if (companyId !== null) await across.visit(companyId, tx => record(tx, { userId }, fact))
    return ids.length
  })
  if (ended > 0 && companyId === null) log.info({ userId, actorId: userId, facts: [fact] }, 'identity')
  return ended
}

/**
 * Ends the impersonations begun from these sessions, each with its event in its company's journal. Returns their number.
 * `userId`: whoever ends them; null for the operator.
 */
export async function endImpersonations(
  across: Across,
  userId: string | null,
  sessionIds: readonly string[],
) {
  const open = await findImpersonations(across, sessionIds)
  for (const impersonation of open)
    await across.visit(impersonation.companyId, async tx => {
      if (await deleteSession(tx, impersonation.id))
        await record(tx, userId === null ? null : { userId }, impersonationEnded(impersonation))
    })
  return open.length
}
