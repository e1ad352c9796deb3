/** The rows of a person: `scopeOf` of the projects' rules, said in SQL. */
import { scopeOf } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { part } from '#server/sql.ts'

/** Projects `p` that the person sees. */
export function projectsOf(actor: Actor) {
  const scope = scopeOf(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`p.client_id = ${scope.clientId}`
    case 'assigned':
      return part`p.id in (${assignedProjects(scope.userId)} and a.company_id = p.company_id)`
    case 'provider':
      return part`exists (select from project_contract pc
        join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
        where pc.company_id = p.company_id and pc.project_id = p.id and c.provider_id = ${scope.providerId})`
    case 'nothing':
      return part`false`
  }
}

/** Orders `d` that the person sees. */
export function documentsOf(actor: Actor) {
  const scope = scopeOf(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`d.client_id = ${scope.clientId}`
    case 'assigned':
      return part`d.project_id in (${assignedProjects(scope.userId)} and a.company_id = d.company_id)`
    case 'provider':
      return part`d.provider_id = ${scope.providerId}`
    case 'nothing':
      return part`false`
  }
}

function assignedProjects(userId: string) {
  return part`select a.project_id from (select company_id, project_id, user_id from project_approver
      union select company_id, project_id, user_id from project_permission) a where a.user_id = ${userId}`
}
