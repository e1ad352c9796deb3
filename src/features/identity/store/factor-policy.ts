/** Second-factor policy of the company, and whether a person has a factor. */
import type { FactorPolicy } from '#kernel/second-factor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Chosen = { chosen: FactorPolicy | null }

/** The company's policy; null while it follows the program's. */
export async function loadFactorPolicy(tx: TenantTx): Promise<FactorPolicy | null> {
  const row = await tx.one<Chosen>(sql`
    select second_factor_policy as chosen from company where company_id = ${tx.companyId}`)
  return row?.chosen ?? null
}

export async function lockFactorPolicy(tx: TenantTx): Promise<FactorPolicy | null> {
  const row = await tx.one<Chosen>(sql`
    select second_factor_policy as chosen from company where company_id = ${tx.companyId} for no key update`)
  return row?.chosen ?? null
}

export async function saveFactorPolicy(tx: TenantTx, policy: FactorPolicy): Promise<void> {
  await tx.runOne(sql`update company set second_factor_policy = ${policy} where company_id = ${tx.companyId}`)
}

export async function hasSecondFactor(tx: TenantTx, userId: string): Promise<boolean> {
  const row = await tx.one<{ has: boolean }>(
    sql`select second_factor as has from account where id = ${userId}`,
  )
  return row?.has ?? false
}
