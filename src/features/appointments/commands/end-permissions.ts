/** End of the permissions by name that a person's new role gives no ground for any more. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { keepsEverywhere, keepsNamed, type RoleAndClient } from '#features/projects/rules/role-change.ts'
import { saveGlobalPermissions, savePermissions } from '#features/projects/store/people.ts'
import { namedByProject, permitted } from '#features/projects/store/permitted.ts'
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
  change: RoleChange,
): Promise<void> {
  const { userId, before, after } = change
  const person = await permitted(tx, userId)
  if (!person) return
  for (const { projectId, clientId, own } of await namedByProject(tx, userId)) {
    if (keepsNamed(after, clientId)) continue
    await savePermissions(tx, projectId, userId, [])
    const content = { before: { userId, permissions: own }, after: { userId, permissions: [] }, reason }
    await record(tx, author, appointmentFact('project.permissions_changed', projectId, content))
  }
  if (person.everywhere.length === 0 || keepsEverywhere(before, after)) return
  await saveGlobalPermissions(tx, userId, [])
  const content = { before: { permissions: person.everywhere }, after: { permissions: [] }, reason }
  await record(tx, author, appointmentFact('person.permissions_changed', userId, content))
}
