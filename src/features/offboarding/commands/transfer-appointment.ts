/** Transfer of a person's duty in a project to another person. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { isEligible, separateDutiesAfter } from '#features/projects/rules/granting.ts'
import { type Permission, type Permitted, withEverywhere } from '#features/projects/rules.ts'
import { savePermissions } from '#features/projects/store/people.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Appointment = {
  readonly projectId: string
  readonly task: 'approve' | 'execute'
  readonly substituteId: string
}

/** Transfers the duty. A substitute of another company or client is refused as one who does not exist. */
export async function transferAppointment(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  { projectId, task, substituteId }: Appointment,
): Promise<true | Refusal> {
  const project = await readProjectWithStanding(tx, actor, projectId)
  if (!project) return refuse('not_found')
  const [leaver, substitute] = [
    await permitted(tx, userId, projectId),
    await permitted(tx, substituteId, projectId),
  ]
  const isFit = substitute && substituteId !== userId && isEligible(substitute, project.standing.clientId)
  if (!leaver || !isFit) return refuse('person_not_eligible')
  await savePermissionsAndRecord(
    tx,
    actor,
    projectId,
    leaver,
    leaver.own.filter(each => each !== task),
  )
  if (withEverywhere(substitute.own, substitute.everywhere).includes(task)) return true
  const extended: Permission[] = [...substitute.own, task]
  const apart = separateDutiesAfter(
    withEverywhere(extended, substitute.everywhere),
    [task],
    project.policies.executorMayApprove,
  )
  if (apart !== true) return apart
  await savePermissionsAndRecord(tx, actor, projectId, substitute, extended)
  return true
}

async function savePermissionsAndRecord(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  { userId, own }: Permitted,
  wanted: readonly Permission[],
): Promise<void> {
  if (wanted.length === own.length) return
  await savePermissions(tx, projectId, userId, wanted)
  await record(
    tx,
    actor,
    appointmentFact('project.permissions_changed', projectId, {
      before: { userId, permissions: own },
      after: { userId, permissions: wanted },
      reason: 'reasignada',
    }),
  )
}
