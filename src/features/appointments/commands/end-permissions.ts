/** End of the permissions by name that a person's new role gives no ground for any more. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { keepsEverywhere, keepsNamed, type RoleAndClient } from '#features/projects/rules/role-change.ts'
import {
  type GlobalPermission,
  isWithinReach,
  type Permission,
  permissionReach,
} from '#features/projects/rules.ts'
import { saveGlobalPermissions, savePermissions } from '#features/projects/store/people.ts'
import { namedByProject, peopleWithPermissions, permitted } from '#features/projects/store/permitted.ts'
import { lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import type { Actor } from '#kernel/actor.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const reason = 'cambio de rol'

/** The change of a role, with the client that the person works for in this company before and after it. */
export type RoleChange = {
  readonly userId: string
  readonly before: RoleAndClient
  readonly after: RoleAndClient
}

/** Ends them in this company, each with its event. Whoever calls has locked the company's projects. */
export async function endPermissions(
  tx: TenantTx,
  author: Pick<Actor, 'userId'>,
  { userId, before, after }: RoleChange,
): Promise<void> {
  await endThose(tx, author, userId, {
    keepsIn: clientId => keepsNamed(after, clientId),
    keepsList: keepsEverywhere(before, after),
  })
}

/** Permissions that ended: in a project, or, with null, those of every project. */
export type EndedPermissions = {
  readonly userId: string
  readonly projectId: string | null
  readonly permissions: readonly (Permission | GlobalPermission)[]
}

/**
 * Ends the permissions of a role that somebody had before, and that the role of today would not be given. Most count
 * nowhere and would count again with the next change of role; whoever is still named to execute for another
 * client executes until then. A list of every project stays where it counts at all.
 */
export async function endGroundless(tx: TenantTx): Promise<EndedPermissions[]> {
  await lockAppointmentsEverywhere(tx)
  const ended: EndedPermissions[] = []
  for (const userId of await peopleWithPermissions(tx)) {
    const person = await permitted(tx, userId)
    if (!person) continue
    const keeps = {
      keepsIn: (clientId: string) => isWithinReach(person, clientId),
      keepsList: permissionReach(person).kind !== 'nothing',
    }
    ended.push(...(await endThose(tx, null, userId, keeps)))
  }
  return ended
}

type Kept = { readonly keepsIn: (clientId: string) => boolean; readonly keepsList: boolean }

async function endThose(
  tx: TenantTx,
  author: Pick<Actor, 'userId'> | null,
  userId: string,
  { keepsIn, keepsList }: Kept,
): Promise<EndedPermissions[]> {
  const person = await permitted(tx, userId)
  if (!person) return []
  const ended: EndedPermissions[] = []
  for (const { projectId, clientId, own } of await namedByProject(tx, userId)) {
    if (keepsIn(clientId)) continue
    await savePermissions(tx, projectId, userId, [])
    const content = { before: { userId, permissions: own }, after: { userId, permissions: [] }, reason }
    await record(tx, author, appointmentFact('project.permissions_changed', projectId, content))
    ended.push({ userId, projectId, permissions: own })
  }
  if (person.everywhere.length === 0 || keepsList) return ended
  await saveGlobalPermissions(tx, userId, [])
  const content = { before: { permissions: person.everywhere }, after: { permissions: [] }, reason }
  await record(tx, author, appointmentFact('person.permissions_changed', userId, content))
  return [...ended, { userId, projectId: null, permissions: person.everywhere }]
}
