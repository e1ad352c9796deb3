import type { Identity } from '#features/identity/commands/issue.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { type JournalEvent, record } from '#server/journal.ts'
import { tell } from '#server/outbox.ts'
import { asSystem } from '#server/tenant.ts'

export type Trace = {
  /** Whose journal tells it; the platform's own people have none, and the log tells it instead. */
  readonly companyId: string | null
  /** Null: somebody who did not prove who they are. */
  readonly actorId: string | null
  readonly event: JournalEvent
  /** Topic for the outbox, when the person has to be told. */
  readonly topic?: string
}

/** Writes a change with its event, in one transaction; no event when `write` says that nothing changed. */
export async function traced(
  { db, log }: Identity,
  { companyId, actorId, event, topic }: Trace,
  write: (on: Statements) => Promise<boolean>,
): Promise<void> {
  if (companyId === null) {
    if (await write(outsideAnyTransaction(db))) log.info({ actorId, ...event }, 'identity')
    return
  }
  await asSystem(db, companyId, async tx => {
    if (!(await write(tx))) return
    await record(tx, actorId === null ? null : { userId: actorId }, event)
    if (topic) await tell(tx, topic, { object: event.object.id, userId: actorId })
  })
}
