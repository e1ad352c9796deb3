/** End of a sample, asked for by the person who plays in it. */
import { companyFact } from '#features/companies/facts.ts'
import type { SampleRefusal } from '#features/companies/rules/sample.ts'
import { lockCompany } from '#features/companies/store.ts'
import { deleteSessionsOfCompany, moveSessionToCompany } from '#features/identity/store/sessions.ts'
import { saveStatus } from '#features/platform/store/companies.ts'
import { findSampleLink } from '#features/samples/store.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import type { Self } from '#server/database/person.ts'
import { acrossCompanies, type TenantTx } from '#server/database/tenant.ts'

/** Closes the sample in which the session works, for good, and moves the session back to the real company. */
export async function discardSample(
  db: Db,
  { userId, sessionId, companyId, requestId }: Self,
): Promise<{ companyId: string } | Refusal<SampleRefusal>> {
  if (companyId === null) return refuse('not_found')
  return acrossCompanies(db, requestId, async across => {
    const link = await findSampleLink(across, userId, companyId)
    if (link === null) return refuse('not_found')
    const isClosed = await across.visit(companyId, tx => closeSample(tx, { userId }))
    if (!isClosed) return refuse('not_found')
    await across.visit(link.sampleOf, tx => moveSessionToCompany(tx, sessionId, userId))
    await across.visit(companyId, tx => deleteSessionsOfCompany(tx, companyId))
    return { companyId: link.sampleOf }
  })
}

/** Closes the sample of the transaction: nobody enters it again. False when it was closed already. */
export async function closeSample(tx: TenantTx, actor: { readonly userId: string }): Promise<boolean> {
  const { id, status: before } = await lockCompany(tx)
  if (before === 'inactive') return false
  await saveStatus(tx, 'inactive')
  const change = { before: { status: before }, after: { status: 'inactive' } }
  await record(tx, actor, companyFact('company.sample_discarded', id, change))
  return true
}
