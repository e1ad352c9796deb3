/** A change to an account with its facts, in the journal of the company in which its person works. */
import type { Identity } from '#features/identity/commands/identity.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { Fact } from '#kernel/fact.ts'
import { record } from '#server/database/journal.ts'
import { asPerson } from '#server/database/person.ts'
import { asSystem } from '#server/database/tenant.ts'

export type Trace = {
  /** The person whose account changes. */
  readonly userId: string
  /** The company whose journal records the facts; null for a person in no company, whose facts go to the log. */
  readonly companyId: string | null
  /** Null for somebody unauthenticated. */
  readonly actorId: string | null
  readonly facts: readonly Fact[]
  /** True when the change cannot fail to happen: its facts are recorded in its round trip, without awaiting the result. */
  readonly isCertain?: boolean
}

/** Writes a change with its facts, in one transaction; no fact when `write` returns false, that is, changed nothing. */
export async function traced(
  { db, log }: Pick<Identity, 'db' | 'log'>,
  { userId, companyId, actorId, facts, isCertain = false }: Trace,
  write: (on: Statements, now: Date) => Promise<boolean>,
): Promise<boolean> {
  if (companyId === null) {
    const isChanged = await asPerson(db, userId, tx => write(tx, tx.now))
    if (isChanged) log.info({ userId, actorId, facts }, 'identity')
    return isChanged
  }
  return asSystem(db, companyId, async tx => {
    const actor = actorId === null ? null : { userId: actorId }
    const recordAll = () => Promise.all(facts.map(fact => record(tx, actor, fact)))
    const changing = write(tx, tx.now)
    if (isCertain) {
      await Promise.all([changing, recordAll()])
      return true
    }
    if (!(await changing)) return false
    await recordAll()
    return true
  })
}
