/** Outbox consumer that records the end of impersonations: the database reports every end, whatever its cause. */
import { endOf } from '#features/identity/rules/impersonation.ts'
import { isEndRecorded } from '#features/identity/store/impersonations.ts'
import { record } from '#server/database/journal.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { Consumer } from '#server/jobs/outbox.ts'

/** Records an impersonation's end, unless a command has recorded it already. */
const impersonationOver: Consumer = async (db, { company, at, payload }) => {
  const impersonation = { id: String(payload.sessionId), impersonatedId: String(payload.viewedId) }
  const userId = String(payload.by)
  await asSystem(db, company, async tx => {
    if (!(await isEndRecorded(tx, impersonation)))
      await record(tx.at(new Date(at)), { userId }, endOf(impersonation))
  })
  return null
}

export const identityFacts = { 'impersonation.over': impersonationOver }
