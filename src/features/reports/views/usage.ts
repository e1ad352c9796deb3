/** Usage of the company's subscription. */
import { mayReadCompany } from '#features/reports/rules.ts'
import type { Usage } from '#features/reports/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/**
 * Usage as the limits count it: people who can sign in, active projects, and orders of the month in the
 * company's zone.
 */
export async function companyUsage(tx: TenantTx, actor: Actor): Promise<Usage | null> {
  if (mayReadCompany(actor) !== true) throw commonProblem('forbidden')
  return tx.one<Usage>(sql`
    select (select count(*)::int from member where company_id = co.company_id and active) as users,
      (select count(*)::int from project where company_id = co.company_id and status = 'active') as projects,
      (select count(*)::int from document where company_id = co.company_id and created_at >=
        date_trunc('month', ${tx.now}::timestamptz at time zone co.time_zone) at time zone co.time_zone) as documents
    from company co where co.company_id = ${tx.companyId}`)
}
