/** A transaction that another one stood in the way of is done again: it has written nothing. */
import { sqlState } from '#server/db.ts'
import { commonProblem } from '#server/problems.ts'

const deadlockOrSerialization = new Set(['40P01', '40001'])

/** Three tries, then `busy`. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!deadlockOrSerialization.has(sqlState(error) ?? '')) throw error
      if (tries === 3) throw commonProblem('busy', {}, 1)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 25 * tries))
    }
  }
}
