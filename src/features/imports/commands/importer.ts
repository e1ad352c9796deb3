/** Whoever an import is done for, as they stand now. */
import { isSampleCompany } from '#features/imports/store.ts'
import { findOwner } from '#features/recurrences/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Null when they no longer work in the company. */
export async function findImporter(tx: TenantTx, userId: string): Promise<Actor | null> {
  const [actor, isSample] = await Promise.all([findOwner(tx, userId), isSampleCompany(tx)])
  return actor === null ? null : { ...actor, ...(isSample ? { isSample } : {}) }
}
