/** Appointments of invited people, which take effect when the person has accepted the invitation. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { nobody } from '#features/approvals/commands/mend.ts'
import { unblock } from '#features/approvals/commands/unblock.ts'
import { separateDuties } from '#features/projects/rules/granting.ts'
import { findClientAndZone, type InvitedAppointment, takeInvited } from '#features/projects/store/invited.ts'
import {
  appointedIn,
  eligiblePeople,
  readGloballyAppointed,
  saveAppointed,
} from '#features/projects/store/people.ts'
import { executorMayApprove, lockAppointments } from '#features/projects/store/projects.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Accepted = { readonly userId: string; readonly invitationId: string }

export async function appointInvited(tx: TenantTx, { userId, invitationId }: Accepted): Promise<void> {
  for (const appointment of await takeInvited(tx, invitationId))
    await appointInProject(tx, userId, appointment)
}

/**
 * Names the person in the project, in the name of whoever appointed them, and lets orders that waited for an approver
 * continue. Where the project has changed so that it is no longer possible, the journal says so.
 */
async function appointInProject(
  tx: TenantTx,
  userId: string,
  { projectId, permission, appointedBy }: InvitedAppointment,
): Promise<void> {
  await lockAppointments(tx, projectId, 'exclusive')
  const [project, { named }] = await Promise.all([
    findClientAndZone(tx, projectId),
    appointedIn(tx, projectId),
  ])
  if (!project) return
  const withPerson = (ids: readonly string[], isTheirs: boolean) =>
    isTheirs && !ids.includes(userId) ? [...ids, userId] : ids
  const approverIds = withPerson(named.approverIds, permission === 'approve')
  const executorIds = withPerson(named.executorIds, permission === 'execute')
  const author = { userId: appointedBy }
  if (!(await mayStillBeAppointed(tx, userId, project.clientId, { approverIds, executorIds }))) {
    const after = { userId, permissions: [permission] }
    await record(tx, author, appointmentFact('project.invited_passed_over', projectId, { after }))
    return
  }
  await saveAppointed(tx, projectId, approverIds, executorIds)
  await record(
    tx,
    author,
    appointmentFact('project.people_appointed', projectId, {
      before: { approvers: named.approverIds, executors: named.executorIds },
      after: { approvers: approverIds, executors: executorIds },
    }),
  )
  await unblock(tx, { ...nobody(tx), ...author, zone: project.zone }, projectId)
}

type Lists = { readonly approverIds: readonly string[]; readonly executorIds: readonly string[] }

/** True when the person can be appointed today, and nobody would approve and execute without being allowed to. */
async function mayStillBeAppointed(
  tx: TenantTx,
  userId: string,
  clientId: string,
  { approverIds, executorIds }: Lists,
): Promise<boolean> {
  const everywhere = await readGloballyAppointed(tx, clientId)
  const apart = separateDuties(
    [...approverIds, ...everywhere.approverIds],
    [...executorIds, ...everywhere.executorIds],
    await executorMayApprove(tx),
  )
  return apart === true && (await eligiblePeople(tx, [userId], clientId)).length === 1
}
