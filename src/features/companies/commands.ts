import { abilities, type Company, type CompanyRefusal, type Policies } from '#features/companies/rules.ts'
import { insertCompany, lockCompany, type NewCompany, savePolicies } from '#features/companies/store.ts'
import type { Settings } from '#features/companies/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Makes the company of the transaction: `asSystem(db, newId(), tx => createCompany(tx, null, …))`. */
export async function createCompany(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'> | null,
  company: NewCompany,
): Promise<{ id: string }> {
  await insertCompany(tx, company)
  await record(tx, actor, {
    action: 'company.created',
    object: { type: 'company', id: tx.companyId },
    after: company,
  })
  return { id: tx.companyId }
}

export async function changeSettings(
  tx: TenantTx,
  actor: Actor,
  settings: Settings,
): Promise<Company | Refusal<CompanyRefusal>> {
  const may = abilities(actor).changeSettings
  if (may !== true) return may
  const company = await lockCompany(tx)
  const before = policiesOf(company)
  const after: Policies = {
    overrunPolicy: settings.overrunPolicy ?? before.overrunPolicy,
    proofRequired: settings.proofRequired ?? before.proofRequired,
    rejectionCommentRequired: settings.rejectionCommentRequired ?? before.rejectionCommentRequired,
    executorMayApprove: settings.executorMayApprove ?? before.executorMayApprove,
    pendingWarningDays: settings.pendingWarningDays ?? before.pendingWarningDays,
  }
  await savePolicies(tx, after)
  await record(tx, actor, {
    action: 'company.settings_changed',
    object: { type: 'company', id: company.id },
    before,
    after,
  })
  return { ...company, ...after }
}

function policiesOf(company: Company): Policies {
  const { overrunPolicy, proofRequired, rejectionCommentRequired, executorMayApprove, pendingWarningDays } =
    company
  return { overrunPolicy, proofRequired, rejectionCommentRequired, executorMayApprove, pendingWarningDays }
}
