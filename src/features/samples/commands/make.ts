/** Making of a sample, for an administrator of a company without orders. */
import { companyFact } from '#features/companies/facts.ts'
import { maxSamples, mayMakeSample, type SampleRefusal } from '#features/companies/rules/sample.ts'
import { loadCompany, lockCompany } from '#features/companies/store.ts'
import { deleteSessionsOfCompany } from '#features/identity/store/sessions.ts'
import { lockMember } from '#features/people/store.ts'
import { accountNameQuery } from '#features/platform/store/newcomers.ts'
import { closeSample } from '#features/samples/commands/discard.ts'
import { fill } from '#features/samples/commands/fill.ts'
import { hasOrders, type SampleLink, samplesMade } from '#features/samples/store.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import type { Self } from '#server/database/person.ts'
import { type Across, acrossCompanies, type TenantTx } from '#server/database/tenant.ts'
import type { FileStore } from '#server/files/file-store.ts'

export type SampleParts = { readonly db: Db; readonly files: FileStore }

type Refused = Refusal<SampleRefusal>

/**
 * Makes the sample of a company for one of its administrators, filled, in one transaction; whoever has one already is
 * answered that one. The lock of the company lets two requests at once make one sample.
 */
export async function makeSample(
  { db, files }: SampleParts,
  self: Self,
): Promise<{ companyId: string } | Refused> {
  const { companyId: realId, userId } = self
  if (self.role !== 'admin' || realId === null) return refuse('forbidden')
  return acrossCompanies(db, self.requestId, async across => {
    const asked = await across.visit(realId, tx => lockRealCompany(tx, userId))
    if (isRefusal(asked)) return asked
    const made = await samplesMade(across, realId)
    const known = await openSample(across, realId, made[0], userId)
    if (known !== null) return known
    const may = mayMakeSample({ role: 'admin', companySuspended: false }, asked)
    if (may !== true) return may
    if (made.length >= maxSamples) return refuse('too_many_samples')
    const companyId = newId(across.now.getTime())
    await across.visit(companyId, tx =>
      fill(tx, files, { realCompany: asked.company, userId, name: asked.name }),
    )
    await across.visit(realId, tx =>
      record(tx, self, companyFact('company.sample_made', realId, { after: { sample: companyId } })),
    )
    return { companyId }
  })
}

/** The company for which a sample is asked, locked, when the person administers it. */
async function lockRealCompany(tx: TenantTx, userId: string) {
  const company = await lockCompany(tx)
  const member = await lockMember(tx, userId)
  if (!member?.active || member.role !== 'admin') return refuse('forbidden')
  if (company.sampleOf !== null) return refuse('sample_company')
  if (company.status !== 'active') return refuse('company_suspended')
  const account = await tx.one<{ name: string }>(accountNameQuery(userId))
  return { company, name: account?.name ?? '', hasOrders: await hasOrders(tx) }
}

/** The open sample of the company: answered to its owner, refused to others, closed when its owner has left. */
async function openSample(
  across: Across,
  realId: string,
  last: SampleLink | undefined,
  userId: string,
): Promise<{ companyId: string } | Refused | null> {
  if (last === undefined) return null
  const { companyId } = last
  const { status } = await across.visit(companyId, loadCompany)
  if (status !== 'active') return null
  if (last.userId === userId) return { companyId }
  const owner = await across.visit(realId, tx => lockMember(tx, last.userId))
  if (owner?.active && owner.role === 'admin') return refuse('sample_of_other')
  await across.visit(companyId, async tx => {
    await closeSample(tx, { userId })
    await deleteSessionsOfCompany(tx, companyId)
  })
  return null
}
