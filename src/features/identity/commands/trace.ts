import type { Identity } from '#features/identity/commands/identity.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { type JournalEvent, record } from '#server/journal.ts'
import { asPerson } from '#server/person.ts'
import { asSystem } from '#server/tenant.ts'

export type Trace = {
  /** Whose account it is about. */
  readonly userId: string
  /** Whose journal tells it; of somebody in no company the log tells it instead. */
  readonly companyId: string | null
  /** Null: somebody who did not prove who they are. */
  readonly actorId: string | null
  readonly event: JournalEvent
}

/** Writes a change with its event, in one transaction; no event when `write` says that nothing changed. */
export async function traced(
  { db, log }: Pick<Identity, 'db' | 'log'>,
  { userId, companyId, actorId, event }: Trace,
  write: (on: Statements, now: Date) => Promise<boolean>,
): Promise<boolean> {
  if (companyId === null) {
    const isChanged = await asPerson(db, userId, tx => write(tx, tx.now))
    if (isChanged) log.info({ userId, actorId, ...event }, 'identity')
    return isChanged
  }
  return asSystem(db, companyId, async tx => {
    if (!(await write(tx, tx.now))) return false
    await record(tx, actorId === null ? null : { userId: actorId }, event)
    return true
  })
}
