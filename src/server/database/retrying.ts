/** A transaction that another one stood in the way of is done again: it has written nothing. */
import { isStalePlan, sqlState } from '#server/database/db.ts'
import { commonProblem } from '#server/problems.ts'

/** What the work was about to write has just stopped being true: done again, it sees so. */
export class ConcurrencyConflict extends Error {}

const deadlockOrSerialization = new Set(['40P01', '40001'])

/** More than a pool has connections: each may remember a statement that a migration has changed. */
const mostConnections = 40

/** Three tries, then `busy`; a connection that cannot run its statements any more is no try. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (isStalePlan(error) && tries < mostConnections) continue
      const isOvertaken =
        error instanceof ConcurrencyConflict || deadlockOrSerialization.has(sqlState(error) ?? '')
      if (!isOvertaken) throw error
      if (tries >= 3) throw commonProblem('busy', {}, 1)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 25 * tries))
    }
  }
}
