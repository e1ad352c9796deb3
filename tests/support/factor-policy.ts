// A company's policy on second factors, as its administrator with one sets it.
import type { FactorPolicy } from '#kernel/second-factor.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'

/** Step that stands between a person and the company's rows; null when none does. */
export const stepOf = async (app: Pick<TestApp, 'ask'>, as: string | undefined): Promise<string | null> => {
  const { status, body } = await app.ask('/api/company', { as })
  return status === 200 ? null : body.type
}

export const factorMissing = '/problems/second_factor_missing'

/** As if it had been chosen long ago. */
export const policySet = (app: Pick<TestApp, 'tamper'>, companyId: string, policy: FactorPolicy | null) =>
  app.tamper(sql`update company set second_factor_policy = ${policy} where company_id = ${companyId}`)
