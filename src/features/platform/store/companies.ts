/** Subscription and status of a company. */
import type { CompanyStatus, Plan } from '#features/companies/rules.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function savePlan(tx: TenantTx, plan: Plan): Promise<void> {
  await tx.runOne(sql`update company set plan = ${plan} where company_id = ${tx.companyId}`)
}

export async function saveStatus(tx: TenantTx, status: CompanyStatus): Promise<void> {
  await tx.runOne(sql`update company set status = ${status} where company_id = ${tx.companyId}`)
}
