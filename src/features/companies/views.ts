/** The company as its people read it. */
import { type Company, companyAbilities } from '#features/companies/rules.ts'
import { companyAbility } from '#features/companies/text.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { contentVersion } from '#server/database/content-version.ts'

export function companyWire(company: Company, actor: Actor): CompanyWire {
  const { id, name, taxId, currency, timeZone, plan, status, sampleOf, iban, bic, ordererId } = company
  const { overrunPolicy, tolerance, chargeBasis, proofRequired, rejectionCommentRequired } = company
  const { executorMayApprove, pendingWarningDays, undoMinutes } = company
  const { batchReleaseFromMinor, bankCoolOffDays, settlesExactLines, forcedDecisions } = company
  const account = { iban, bic, ordererId }
  const policies = {
    overrunPolicy,
    tolerance,
    chargeBasis,
    proofRequired,
    rejectionCommentRequired,
    executorMayApprove,
    pendingWarningDays,
    undoMinutes,
    batchReleaseFromMinor,
    bankCoolOffDays,
    settlesExactLines,
    forcedDecisions,
  }
  const may = companyAbilities(actor).changeSettings
  const seesAll = readsWholeCompany(actor.role)
  return {
    id,
    name,
    taxId,
    currency,
    timeZone,
    plan,
    status,
    sampleOf,
    email: seesAll ? company.email : null,
    account: seesAll ? account : null,
    policies,
    versions: seesAll
      ? {
          data: contentVersion({ name, taxId, email: company.email, currency, timeZone }),
          account: contentVersion(account),
          policies: contentVersion(policies),
        }
      : null,
    can: { changeSettings: companyAbility(may) },
  }
}
