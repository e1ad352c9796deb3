/** Subscriber that records the end of impersonations: the database reports every end, whatever its cause. */
import { impersonationEnded } from '#features/identity/facts.ts'
import { findImpersonator, isEndRecorded } from '#features/identity/store/impersonations.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Message, Subscriber } from '#server/jobs/outbox.ts'

/** Records an impersonation's end, unless a command has recorded it already. The message's id is the session's. */
export const impersonationsSubscriber: Subscriber = {
  name: 'impersonations',
  everyMs: 1000,
  handle: async (tx, messages) => {
    for (const message of messages) await recordEnd(tx, message)
  },
}

export async function recordEnd(
  tx: TenantTx,
  { id, objectId, at }: Pick<Message, 'id' | 'objectId' | 'at'>,
): Promise<void> {
  const impersonation = { id, impersonatedId: objectId }
  if (await isEndRecorded(tx, impersonation)) return
  const userId = await findImpersonator(tx, impersonation)
  await record(tx.at(new Date(at)), userId === null ? null : { userId }, impersonationEnded(impersonation))
}
