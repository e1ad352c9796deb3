/** Orders whose payments a person plans, in SQL: `payerReach` of the rules. Expects `document` as `d`. */
import { projectsToExecute } from '#features/delegations/scope.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { payerReach } from '#features/reports/rules/calendar.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Predicate: the person plans the payments of the order. */
export function plannedBy(tx: TenantTx, actor: Actor): Part {
  switch (payerReach(actor)) {
    case 'company':
      return documentVisibleTo(tx, actor)
    case 'executed':
      return part`(d.project_id = any (array(${projectsToExecute(tx, actor)})) and ${documentVisibleTo(tx, actor)})`
    default:
      return part`false`
  }
}
