/** Retries of a transaction that lost against a concurrent one: it was rolled back, so nothing is done twice. */
import { isStalePlan, sqlState } from '#server/database/db.ts'
import { commonProblem } from '#server/problems.ts'
import { inSpan } from '#server/traces/spans.ts'

/** The state that the work had read was changed by a concurrent transaction: the retry reads it again. */
export class ConcurrencyConflict extends Error {}

const deadlockOrSerialization = new Set(['40P01', '40001'])

/** More than a pool has connections: each may hold a prepared statement that a migration has made stale. */
const maxConnections = 40

/** Runs the work up to three times, then throws `busy`. A stale prepared statement does not count as a try. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (isStalePlan(error) && tries < maxConnections) continue
      const isOvertaken =
        error instanceof ConcurrencyConflict || deadlockOrSerialization.has(sqlState(error) ?? '')
      if (!isOvertaken) throw error
      if (tries >= 3) throw commonProblem('busy', {}, 1)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 25 * tries))
    }
  }
}

/** Tries a transaction, and again where that helps, in a span of its own. */
export const transaction = <T>(
  mode: 'read' | 'write',
  companyId: string | null,
  attempt: () => Promise<T>,
): Promise<T> =>
  inSpan(`${mode} transaction`, companyId === null ? {} : { 'visto_bueno.company_id': companyId }, () =>
    retrying(attempt),
  )
