/** Permissions of a managed person, project by project. */

import type { listPersonPermissions } from '#features/appointments/wire.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { maySeePeople, seesPerson } from '#features/people/rules.ts'
import { grantableBy } from '#features/projects/rules/granting.ts'
import { type Permission, permissions } from '#features/projects/rules.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { executorMayApprove } from '#features/projects/store/projects.ts'
import { projectFromRow, type StandingRow, standingAsJson } from '#features/projects/store/standing.ts'
import { projectAbility } from '#features/projects/text.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Row = { seen: StandingRow; own: Permission[] }

/**
 * Projects with the person's permissions, newest first: for a client's person those of the client, otherwise all.
 * Null when the actor does not manage the person.
 */
export async function permissionsByProject(
  tx: TenantTx,
  actor: Actor,
  userId: string,
): Promise<ResponseOf<typeof listPersonPermissions> | null> {
  if (maySeePeople(actor) !== true) throw commonProblem('forbidden')
  const [person, found, isAllowed] = await Promise.all([
    permitted(tx, userId),
    tx.all<Row>(sql`
      select ${standingAsJson(actor)} as seen,
        array(select permission from project_permission x where x.company_id = p.company_id
            and x.project_id = p.id and x.user_id = m.user_id
          union select 'approve' from project_approver a where a.company_id = p.company_id
            and a.project_id = p.id and a.user_id = m.user_id) as own
      from member m
      join project p on p.company_id = m.company_id and (m.client_id is null or p.client_id = m.client_id)
      join company co on co.company_id = p.company_id
      where m.company_id = ${tx.companyId} and m.user_id = ${userId}
      order by p.created_at desc, p.id limit 200`),
    executorMayApprove(tx),
  ])
  if (!person || !seesPerson(actor, person)) return null
  return {
    items: found.map(row => permissionsInProject(actor, row)),
    executorMayApprove: isAllowed,
    can: { empower: projectAbility(accountTrust(actor)) },
  }
}

function permissionsInProject(actor: Actor, { seen, own }: Row) {
  const { id, name, standing } = projectFromRow(seen)
  return {
    projectId: id,
    projectName: name,
    permissions: permissions.filter(permission => own.includes(permission)),
    grantable: grantableBy(actor, standing),
  }
}
