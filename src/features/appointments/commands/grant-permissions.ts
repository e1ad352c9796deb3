/** Permissions of one person in a project; a change of approvers lets blocked orders continue. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { unblock } from '#features/approvals/commands/unblock.ts'
import { countOpenSeats } from '#features/approvals/store/open-seats.ts'
import { difference, isEligible, mayPermit, separateDutiesAfter } from '#features/projects/rules/granting.ts'
import {
  mayAppoint,
  type Permission,
  type Permitted,
  sees,
  withEverywhere,
} from '#features/projects/rules.ts'
import { savePermissions } from '#features/projects/store/people.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { lockAppointments } from '#features/projects/store/projects.ts'
import { type ProjectWithStanding, readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Replaces the permissions of one person in a project. Their global permissions are not touched. */
export async function grantPermissions(
  tx: TenantTx,
  actor: Actor,
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  wanted: readonly Permission[],
): Promise<true | Refusal> {
  const [, project, person] = await Promise.all([
    lockAppointments(tx, projectId, 'exclusive'),
    readProjectWithStanding(tx, actor, projectId),
    permitted(tx, userId, projectId),
  ])
  if (!project || !sees(actor, project.standing)) return refuse('not_found')
  const mayAtAll = mayAppoint(actor, project.standing)
  if (mayAtAll !== true) return mayAtAll
  if (!person || !isKnownTo(actor, person)) return refuse('not_found')
  const changed = difference(person.own, wanted)
  if (changed.length === 0) return true
  const may = firstRefusal<string>(
    mayPermit(actor, project.standing, person, changed),
    isSuitable(project, person, wanted, changed),
  )
  if (may !== true) return may
  const leaves = changed.includes('approve') && !withEverywhere(wanted, person.everywhere).includes('approve')
  const seats = leaves ? await countOpenSeats(tx, userId, projectId) : 0
  if (seats > 0) return refuse('approver_has_open_seats', { name: person.name, count: seats })
  await savePermissions(tx, projectId, userId, wanted)
  await record(
    tx,
    actor,
    appointmentFact('project.permissions_changed', projectId, {
      before: { userId, permissions: person.own },
      after: { userId, permissions: wanted },
    }),
  )
  await unblock(tx, actor, projectId)
  return true
}

/**
 * True when the person exists for the actor: a client's people see only those of their client or named in the
 * project.
 */
function isKnownTo(actor: Actor, person: Permitted): boolean {
  return actor.role === 'admin' || person.clientId === actor.clientId || person.own.length > 0
}

/** Checks the person: eligible when they gain a permission, and never both approver and executor unless allowed. */
function isSuitable(
  { standing, policies }: ProjectWithStanding,
  person: Permitted,
  wanted: readonly Permission[],
  changed: readonly Permission[],
): true | Refusal {
  const isGivenMore = changed.some(permission => wanted.includes(permission))
  if (isGivenMore && !isEligible(person, standing.clientId))
    return refuse('person_not_eligible', { name: person.name })
  return separateDutiesAfter(withEverywhere(wanted, person.everywhere), changed, policies.executorMayApprove)
}
