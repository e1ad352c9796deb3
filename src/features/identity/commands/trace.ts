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

/**
 * Writes a change with its facts, in one transaction; no fact when `write` returns false, that is, changed nothing. Facts
 * that it returns are those that only the change knows, and come after those of the trace.
 */
export async function traced(
  { db, log }: Pick<Identity, 'db' | 'log'>,
  { userId, companyId, actorId, facts, isCertain = false }: Trace,
  write: (on: Statements, now: Date) => Promise<boolean | readonly Fact[]>,
): Promise<boolean> {
  if (companyId === null) {
    const changed = await asPerson(db, userId, tx => write(tx, tx.now))
    if (changed === false) return false
    log.info({ userId, actorId, facts: withKnown(facts, changed) }, 'identity')
    return true
  }
  return asSystem(db, companyId, async tx => {
    const actor = actorId === null ? null : { userId: actorId }
    const recordAll = (all: readonly Fact[]) => Promise.all(all.map(fact => record(tx, actor, fact)))
    const changing = write(tx, tx.now)
    if (isCertain) {
      await Promise.all([changing, recordAll(facts)])
      return true
    }
    const changed = await changing
    if (changed === false) return false
    await recordAll(withKnown(facts, changed))
    return true
  })
}

const withKnown = (facts: readonly Fact[], changed: true | readonly Fact[]): readonly Fact[] =>
  changed === true ? facts : [...facts, ...changed]
