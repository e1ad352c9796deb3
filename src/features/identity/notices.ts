/** Outbox consumer that records the end of impersonations: the database reports every end, whatever its cause. */
import { endOf } from '#features/identity/rules/impersonation.ts'
import { isEndTold } from '#features/identity/store/viewings.ts'
import { record } from '#server/database/journal.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { Consumer } from '#server/jobs/outbox.ts'

/** Records an impersonation's end, unless a command has recorded it already. */
const viewingOver: Consumer = async (db, { company, at, payload }) => {
  const viewing = { id: String(payload.sessionId), viewedId: String(payload.viewedId) }
  const userId = String(payload.by)
  await asSystem(db, company, async tx => {
    if (!(await isEndTold(tx, viewing))) await record(tx.at(new Date(at)), { userId }, endOf(viewing))
  })
  return null
}

export const identityFacts = { 'impersonation.over': viewingOver }
