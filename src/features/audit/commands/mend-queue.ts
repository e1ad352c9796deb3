/** Repair of the sealer's queue of a company: removes rows of events that are queued twice or sealed already. */
import { auditFact } from '#features/audit/facts.ts'
import { dropDoubledPlaces, lockHead } from '#features/audit/store.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Removes the superfluous rows, and returns the ids of their events. */
export async function mendQueue(tx: TenantTx): Promise<string[]> {
  await lockHead(tx, 'wait')
  const dropped = [...new Set((await dropDoubledPlaces(tx)).map(({ eventId }) => eventId))]
  if (dropped.length > 0)
    await record(tx, null, auditFact('company.queue_mended', tx.companyId, { after: { events: dropped } }))
  return dropped
}
