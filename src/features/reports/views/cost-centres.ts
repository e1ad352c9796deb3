/** Cost centres on the first screens: the budget of this year and what is spent of it. */
import { yearAt } from '#features/cost-centres/rules/year.ts'
import { centreBudgetedFor } from '#features/cost-centres/scope.ts'
import { centreAsJson } from '#features/cost-centres/views.ts'
import type { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { maxRows } from '#features/reports/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Centres whose budgets the person reads, by the part of this year's that is spent, the fullest first; those without a
 * budget come last, by what they spent. An inactive one is among them only when it is exceeded.
 */
export async function fullestCentres(tx: TenantTx, actor: Actor): Promise<CostCentreWire[]> {
  const year = yearAt(tx.now, actor.zone)
  const found = await tx.all<{ centre: CostCentreWire }>(sql`
    select ${centreAsJson(year)} as centre
    from cost_centre cc join company co on co.company_id = cc.company_id
    left join cost_centre_budget b on b.company_id = cc.company_id and b.cost_centre_id = cc.id and b.year = ${year}
    left join (select s.cost_centre_id, sum(s.committed_minor::numeric + s.used_minor) as minor from cost_centre_slot s
      where s.company_id = ${tx.companyId} and s.year = ${year} group by s.cost_centre_id) f on f.cost_centre_id = cc.id
    where cc.company_id = ${tx.companyId} and ${centreBudgetedFor(actor)}
      and (cc.status = 'active' or f.minor > b.total_minor)
    order by coalesce(f.minor, 0) / b.total_minor desc nulls last, f.minor desc nulls last, cc.code_key
    limit ${maxRows}`)
  return found.map(row => row.centre)
}
