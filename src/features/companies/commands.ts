/** Making of an empty company, to which nobody belongs yet. */
import { companyFact } from '#features/companies/facts.ts'
import { insertCompany, type NewCompany } from '#features/companies/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Creates the company whose id the transaction has: `asSystem(db, newId(), tx => createEmptyCompany(tx, null, …))`. */
export async function createEmptyCompany(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'> | null,
  company: NewCompany,
): Promise<{ id: string }> {
  await insertCompany(tx, company)
  await record(tx, actor, companyFact('company.created', tx.companyId, { after: company }))
  return { id: tx.companyId }
}
