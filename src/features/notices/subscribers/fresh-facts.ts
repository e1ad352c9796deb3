/** Facts of which mails tell: an imported history sends none. */
import type { RecordedFact } from '#kernel/fact.ts'
import { readFacts } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Message } from '#server/jobs/outbox.ts'

/** Maximum age of a fact that still sends mails. */
const freshMs = 24 * 3600_000

/** Facts of the messages of the last day, the oldest first. */
export function freshFacts(tx: TenantTx, messages: readonly Message[]): Promise<RecordedFact[]> {
  const fresh = messages.filter(({ at }) => tx.now.getTime() - Date.parse(at) < freshMs)
  return readFacts(
    tx,
    fresh.map(({ id }) => id),
  )
}
