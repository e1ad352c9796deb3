/** Budget owners of the company, for the screen on which administrators name them. */

import { mayNameOwners } from '#features/appointments/rules.ts'
import type { listBudgetOwners } from '#features/appointments/wire/budget-owners.ts'
import { mayOwnBudgets } from '#features/approvals/scope.ts'
import { projectAbility } from '#features/projects/text.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Row = { userId: string; name: string; email: string; isOwner: boolean }

/** Budget owners and candidates, for whoever reads the whole company. */
export async function readBudgetOwners(
  tx: TenantTx,
  actor: Actor,
): Promise<ResponseOf<typeof listBudgetOwners>> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const found = await tx.all<Row>(sql`
    select m.user_id as "userId", trim(who.name || ' ' || who.last_name) as name, who.email,
      exists (select from budget_owner o where o.company_id = m.company_id and o.user_id = m.user_id) as "isOwner"
    from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and ${mayOwnBudgets}
    order by who.name, who.last_name, m.user_id limit 500`)
  const items = found.filter(row => row.isOwner)
  return { items, candidates: found, can: { change: projectAbility(mayNameOwners(actor)) } }
}
