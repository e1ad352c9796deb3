/** Naming of the budget owners, who permit orders to exceed their contract; orders that waited for one continue. */

import { appointmentFact } from '#features/appointments/facts.ts'
import { mayNameOwners } from '#features/appointments/rules.ts'
import type { changeBudgetOwners } from '#features/appointments/wire/budget-owners.ts'
import { unblock } from '#features/approvals/commands/unblock.ts'
import { budgetOwners, mayOwnBudget, saveBudgetOwners } from '#features/approvals/store/people.ts'
import { projectsBlockedForApprovers } from '#features/documents/store/blocked.ts'
import { onlyEligible } from '#features/projects/commands/ineligible.ts'
import { lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function nameBudgetOwners(
  tx: TenantTx,
  actor: Actor,
  { userIds }: BodyOf<typeof changeBudgetOwners>,
): Promise<true | Refusal> {
  const may = mayNameOwners(actor)
  if (may !== true) return may
  await lockAppointmentsEverywhere(tx)
  const before = await budgetOwners(tx)
  const all = await onlyEligible(tx, { userIds }, await mayOwnBudget(tx, userIds))
  if (all !== true) return all
  await saveBudgetOwners(tx, userIds, actor.userId)
  await record(
    tx,
    actor,
    appointmentFact('company.budget_owners_changed', tx.companyId, {
      before: { owners: before },
      after: { owners: userIds },
    }),
  )
  for (const projectId of await projectsBlockedForApprovers(tx)) await unblock(tx, actor, projectId)
  return true
}
