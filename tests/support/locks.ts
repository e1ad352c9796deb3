// Connections of a test's database that wait for a lock.
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'

/** Number of connections that wait for a lock: on a cluster they do so on the node that has the rows. */
export async function waitingForLock({ db, owner }: Pick<TestApp, 'db' | 'owner'>): Promise<number> {
  const connections: Part = db.isDistributed ? part`citus_stat_activity` : part`pg_stat_activity`
  const waiting = await owner.run(
    sql`select pid from ${connections} where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length
}
