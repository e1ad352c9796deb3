/** Appointment of a project's approvers and executors; orders blocked for lack of an approver continue. */

import { appointmentFact } from '#features/appointments/facts.ts'
import type { appointPeople } from '#features/appointments/wire.ts'
import { unblock } from '#features/approvals/commands/unblock.ts'
import { openSeatHolders } from '#features/approvals/store/open-seats.ts'
import { onlyEligible } from '#features/projects/commands/ineligible.ts'
import { difference, mayPermit, separateDuties } from '#features/projects/rules/granting.ts'
import { mayAppoint, sees } from '#features/projects/rules.ts'
import {
  type Appointed,
  appointedIn,
  eligiblePeople,
  readGloballyAppointed,
  readPeoplesClients,
  saveAppointed,
} from '#features/projects/store/people.ts'
import { lockAppointments } from '#features/projects/store/projects.ts'
import { type ProjectWithStanding, readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function assignApprovers(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  people: BodyOf<typeof appointPeople>,
): Promise<true | Refusal> {
  const [, project, before] = await Promise.all([
    lockAppointments(tx, projectId, 'exclusive'),
    readProjectWithStanding(tx, actor, projectId),
    appointedIn(tx, projectId),
  ])
  if (!project || !sees(actor, project.standing)) return refuse('not_found')
  const may = await mayAssign(tx, actor, project, before, people)
  if (may !== true) return may
  const { approverIds, executorIds } = people
  const everywhere = await readGloballyAppointed(tx, project.standing.clientId)
  const apart = separateDuties(
    [...approverIds, ...everywhere.approverIds],
    [...executorIds, ...everywhere.executorIds],
    project.policies.executorMayApprove,
  )
  if (apart !== true) return apart
  const named = [...new Set([...approverIds, ...executorIds])]
  const eligible = await eligiblePeople(tx, named, project.standing.clientId)
  const all = await onlyEligible(tx, { approverIds, executorIds }, eligible)
  if (all !== true) return all
  const [holder] = await openSeatHolders(tx, projectId, [...approverIds, ...everywhere.approverIds])
  if (holder) return refuse('approver_has_open_seats', { name: holder.name, count: holder.count })
  await saveAppointed(tx, projectId, approverIds, executorIds)
  await record(
    tx,
    actor,
    appointmentFact('project.people_appointed', projectId, {
      before: { approvers: before.named.approverIds, executors: before.named.executorIds },
      after: { approvers: approverIds, executors: executorIds },
    }),
  )
  await unblock(tx, actor, projectId)
  return true
}

/**
 * Permission for the change: a person outside the administration changes only people of their own client, and only
 * permissions that they hold themselves.
 */
async function mayAssign(
  tx: TenantTx,
  actor: Actor,
  { standing }: ProjectWithStanding,
  { named }: Appointed,
  { approverIds, executorIds }: BodyOf<typeof appointPeople>,
): Promise<true | Refusal> {
  const approvers = difference(named.approverIds, approverIds)
  const executors = difference(named.executorIds, executorIds)
  const clients = await readPeoplesClients(tx, [...approvers, ...executors])
  const mayChange = (permission: 'approve' | 'execute') => (userId: string) =>
    mayPermit(actor, standing, { clientId: clients.get(userId) ?? null }, [permission])
  return firstRefusal<string>(
    mayAppoint(actor, standing),
    ...approvers.map(mayChange('approve')),
    ...executors.map(mayChange('execute')),
  )
}
