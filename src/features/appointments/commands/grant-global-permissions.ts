/** Grant of the global permissions of one person. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { unblock } from '#features/approvals/commands/unblock.ts'
import { countOpenSeats } from '#features/approvals/store/open-seats.ts'
import { projectsBlockedForApprovers } from '#features/documents/store/blocked.ts'
import { lockMember } from '#features/people/store.ts'
import {
  difference,
  mayEmpower,
  mayPermitEverywhere,
  separateDutiesAfter,
} from '#features/projects/rules/granting.ts'
import {
  byAnotherHand,
  type GlobalPermission,
  type Permitted,
  rolesOfPeople,
  withEverywhere,
} from '#features/projects/rules.ts'
import { saveGlobalPermissions } from '#features/projects/store/people.ts'
import { namedWithinReach, permitted } from '#features/projects/store/permitted.ts'
import { executorMayApprove, lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Replaces the global permissions of one person, valid in every project that their role reaches. */
export async function grantGlobalPermissions(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  wanted: readonly GlobalPermission[],
): Promise<true | Refusal> {
  const may = mayPermitEverywhere(actor)
  if (may !== true) return may
  // Every project is locked exclusively, so that no order is routed meanwhile.
  await lockAppointmentsEverywhere(tx)
  await lockMember(tx, userId)
  const person = await permitted(tx, userId)
  if (!person) return refuse('not_found')
  const changed = difference(person.everywhere, wanted)
  if (changed.length === 0) return true
  const trust = mayEmpower(actor, changed)
  if (trust !== true) return trust
  const isApproverNow = changed.includes('approve') && wanted.includes('approve')
  const byOther = isApproverNow ? byAnotherHand(actor, userId) : true
  if (byOther !== true) return byOther
  const suitable = await isSuitable(tx, person, wanted)
  if (suitable !== true) return suitable
  await saveGlobalPermissions(tx, userId, wanted)
  await record(
    tx,
    actor,
    appointmentFact('person.permissions_changed', userId, {
      before: { permissions: person.everywhere },
      after: { permissions: wanted },
    }),
  )
  for (const projectId of await projectsBlockedForApprovers(tx)) await unblock(tx, actor, projectId)
  return true
}

/**
 * Checks the person: eligible when they gain a permission, never both approver and executor of one project unless
 * allowed, and without open seats when they lose the permission to approve.
 */
async function isSuitable(
  tx: TenantTx,
  person: Permitted,
  wanted: readonly GlobalPermission[],
): Promise<true | Refusal> {
  const changed = difference(person.everywhere, wanted)
  const isGivenMore = changed.some(permission => wanted.includes(permission))
  const hasRole = rolesOfPeople.some(role => role === person.role)
  if (isGivenMore && !(person.active && hasRole)) return refuse('person_not_eligible', { name: person.name })
  const isAllowed = await executorMayApprove(tx)
  // Checked without permissions by name (projects where they have none), and with those of each project that names
  // them.
  for (const own of [[], ...(await namedWithinReach(tx, person.userId))]) {
    const apart = separateDutiesAfter(withEverywhere(own, wanted), withEverywhere([], changed), isAllowed)
    if (apart !== true) return apart
  }
  const leaves = person.everywhere.includes('approve') && !wanted.includes('approve')
  const seats = leaves ? await countOpenSeats(tx, person.userId, null) : 0
  return seats === 0 ? true : refuse('approver_has_open_seats', { name: person.name, count: seats })
}
