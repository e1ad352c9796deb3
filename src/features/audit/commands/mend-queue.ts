/** The queue of a company's sealer, freed of what stands in it twice or has been sealed already. */
import { dropDoubledPlaces, holdHead } from '#features/audit/store.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Answers the events that stood there once too often. */
export async function mendQueue(tx: TenantTx): Promise<string[]> {
  await holdHead(tx, 'wait')
  const dropped = [...new Set((await dropDoubledPlaces(tx)).map(({ eventId }) => eventId))]
  if (dropped.length > 0)
    await record(tx, null, {
      action: 'company.queue_mended',
      object: { type: 'company', id: tx.companyId },
      after: { events: dropped },
    })
  return dropped
}
