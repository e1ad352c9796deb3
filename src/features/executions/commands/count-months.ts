/** Housekeeping: executions are added to the sums of their project's months, which dashboards read. */
import { countExecutions } from '#features/executions/store.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

/** Executions of one transaction: a second's work at most. */
const batch = 5000

/** Minutes after which no transaction is still open, with the clocks of the nodes an hour apart at most. */
const settledMinutes = 90

export function countMonths(
  db: Db,
  { minutes = settledMinutes } = {},
): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    for (const company of companies)
      while (
        await asSystem(db, company, tx =>
          countExecutions(tx, new Date(tx.now.getTime() - minutes * 60_000), batch),
        )
      );
  }
}
