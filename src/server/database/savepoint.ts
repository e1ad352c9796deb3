/** Part of a transaction that leaves nothing behind when it is not to be kept. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Runs `work`, and rolls back what it has written unless `isKept` says so of its outcome. Parts of a part may be, too. */
export async function behindSavepoint<T>(
  tx: TenantTx,
  work: () => Promise<T>,
  isKept: (outcome: T) => boolean,
): Promise<T> {
  await tx.run(sql`savepoint part`)
  const outcome = await work()
  if (!isKept(outcome)) await tx.run(sql`rollback to savepoint part`)
  // Gone, so that the name is of the part around this one again.
  await tx.run(sql`release savepoint part`)
  return outcome
}
