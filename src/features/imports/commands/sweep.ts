/** Sweep of what nobody needs of imports any more: files that were never imported, and the cells of those that were. */
import { deleteOld } from '#features/imports/store.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

const keptDays = 30

export async function sweepImports(db: Db, companies: readonly string[]): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  for (const company of companies) await asSystem(db, company, tx => deleteOld(tx, before))
}
