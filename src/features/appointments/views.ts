/** Permissions of people in a project, and the global permissions of one person, for whoever may change them. */

import type { getGlobalPermissions, listPermissions, PermittedWire } from '#features/appointments/wire.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { grantableBy, mayPermit } from '#features/projects/rules/granting.ts'
import {
  mayAppoint,
  type Permitted,
  permissionReach,
  rolesOfPeople,
  type Standing,
  sees,
} from '#features/projects/rules.ts'
import { permitted, readPermittedIn } from '#features/projects/store/permitted.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import { projectAbility } from '#features/projects/text.ts'
import { type Actor, type Role, readsWholeCompany } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { nothing, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** Permissions in a project, for people who may change them; null when the project does not exist for them. */
export async function permissionsIn(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  q: string | undefined,
): Promise<ResponseOf<typeof listPermissions> | null> {
  const [project, people, candidates] = await Promise.all([
    readProjectWithStanding(tx, actor, projectId),
    readPermittedIn(tx, projectId),
    candidatesFor(tx, actor, projectId, q),
  ])
  if (!project || !sees(actor, project.standing)) return null
  if (!readsWholeCompany(actor.role) && mayAppoint(actor, project.standing) !== true)
    throw commonProblem('forbidden')
  return {
    items: people.map(person => permittedWire(actor, project.standing, person)),
    candidates,
    grantable: grantableBy(actor, project.standing),
    executorMayApprove: project.policies.executorMayApprove,
    can: { empower: projectAbility(accountTrust(actor)) },
  }
}

function permittedWire(actor: Actor, standing: Standing, person: Permitted): PermittedWire {
  const { userId, name, email, role, active, own, everywhere } = person
  const change = projectAbility(mayPermit(actor, standing, person, []))
  return {
    userId,
    name,
    email,
    role,
    active,
    permissions: [...own],
    everywhere: [...everywhere],
    can: { change },
  }
}

type Candidate = { userId: string; name: string; email: string; role: Role }

/**
 * People without permissions in the project: for a client's person only those of the client, for others
 * none of other clients.
 */
function candidatesFor(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  q: string | undefined,
): Promise<Candidate[]> {
  const wanted = q?.trim() ? containing(q.trim()) : null
  return tx.all<Candidate>(search`
    select m.user_id as "userId", trim(who.name || ' ' || who.last_name) as name, who.email, who.role
    from member m join account who on who.id = m.user_id
    join project p on p.company_id = m.company_id and p.id = ${projectId}
    where m.company_id = ${tx.companyId} and m.active and who.active and who.role = any (${rolesOfPeople}::text[])
      and ${readsWholeCompany(actor.role) ? part`(m.client_id is null or m.client_id = p.client_id)` : part`m.client_id = ${actor.clientId}`}
      and not exists (select from project_permission x where x.company_id = m.company_id
        and x.project_id = p.id and x.user_id = m.user_id)
      and not exists (select from project_approver a where a.company_id = m.company_id
        and a.project_id = p.id and a.user_id = m.user_id)
      ${wanted ? part`and who.search like ${wanted}` : nothing}
    order by who.name, who.last_name, m.user_id limit 50`)
}

/** Global permissions of a person, for whoever reads the whole company; null for an id outside the company. */
export async function readGlobalPermissions(
  tx: TenantTx,
  actor: Actor,
  userId: string,
): Promise<ResponseOf<typeof getGlobalPermissions> | null> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const person = await permitted(tx, userId)
  return (
    person && {
      permissions: [...person.everywhere],
      reach: permissionReach(person).kind,
      isYou: userId === actor.userId,
      can: { empower: projectAbility(accountTrust(actor)) },
    }
  )
}
