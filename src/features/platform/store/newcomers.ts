import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Locks the company of the transaction as everybody does who lets somebody in; false when there is none. */
export async function lockIfThere(tx: TenantTx): Promise<boolean> {
  const found = await tx.one(sql`
    select company_id from company where company_id = ${tx.companyId} for no key update`)
  return found !== null
}
