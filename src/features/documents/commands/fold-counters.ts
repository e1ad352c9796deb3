/** Housekeeping: counters of orders are kept in as few rows as their projects' use allows. */
import { foldCounters } from '#features/documents/store/counters.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

export async function foldAllCounters(db: Db, companies: readonly string[]): Promise<void> {
  for (const company of companies) await asSystem(db, company, foldCounters)
}
