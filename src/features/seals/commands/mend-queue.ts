/** Repair of the sealer's queue of a company: removes rows of events that are queued twice or sealed already. */
import { sealFact } from '#features/seals/facts.ts'
import { deleteSuperfluousPlaces, lockHead } from '#features/seals/store.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Deletes the superfluous rows of the queue, and returns the ids of their events. */
export async function mendQueue(tx: TenantTx): Promise<string[]> {
  await lockHead(tx, 'wait')
  const dropped = [...new Set((await deleteSuperfluousPlaces(tx)).map(({ eventId }) => eventId))]
  if (dropped.length > 0)
    await record(tx, null, sealFact('company.queue_mended', tx.companyId, { after: { events: dropped } }))
  return dropped
}
