/** Part of a transaction that leaves nothing behind when it is not to be kept. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Runs `work`, and rolls back what it has written unless `isKept` says so of its outcome. One level only. */
export async function behindSavepoint<T>(
  tx: TenantTx,
  work: () => Promise<T>,
  isKept: (outcome: T) => boolean,
): Promise<T> {
  await tx.run(sql`savepoint part`)
  const outcome = await work()
  await tx.run(isKept(outcome) ? sql`release savepoint part` : sql`rollback to savepoint part`)
  return outcome
}
