/** Permissions that the signed-in person holds: in each project, and global. */
import {
  type GlobalPermission,
  globalPermissions,
  type Permission,
  type Permitted,
  permissionReach,
  permissions,
} from '#features/projects/rules.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import type { OwnPermissions } from '#features/projects/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type OwnRow = { project_id: string; permissions: Permission[] }

/**
 * Own permissions. An administrator views, edits and administers everywhere by their role; people of a provider
 * hold none.
 */
export async function readOwnPermissions(tx: TenantTx, actor: Actor): Promise<OwnPermissions> {
  const [found, person] = await Promise.all([
    tx.all<OwnRow>(sql`
      select project_id, array_agg(permission) as permissions from (
        select project_id, permission from project_permission
          where company_id = ${tx.companyId} and user_id = ${actor.userId}
        union select project_id, 'approve' from project_approver
          where company_id = ${tx.companyId} and user_id = ${actor.userId}) x
      group by project_id`),
    permitted(tx, actor.userId),
  ])
  return {
    byProject: Object.fromEntries(
      found.map(row => [row.project_id, permissions.filter(each => row.permissions.includes(each))]),
    ),
    global: globalPermissionsHeld(actor, person),
    isTenantAdmin: actor.role === 'admin' || actor.role === 'client',
  }
}

function globalPermissionsHeld(actor: Actor, person: Permitted | null): GlobalPermission[] {
  const given = permissionReach(actor).kind === 'nothing' ? [] : (person?.everywhere ?? [])
  return globalPermissions.filter(
    permission => given.includes(permission) || (permission === 'all' && actor.role === 'admin'),
  )
}
