/** The rows of a person: `scopeOf` of the projects' rules, said in SQL. */
import { standingIn } from '#features/delegations/store.ts'
import { scopeOf } from '#features/projects/rules.ts'
import { withinReach } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { part } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Projects `p` that the person sees. */
export function projectsOf(actor: Actor) {
  const scope = scopeOf(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`p.client_id = ${scope.clientId}`
    case 'assigned':
      return part`p.id = any (array(${assignedProjects(actor)}))`
    case 'provider':
      // Party to one of its contracts, or named in one of its orders: from an order there is a way to its project.
      return part`(exists (select from project_contract pc
          join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
          where pc.company_id = p.company_id and pc.project_id = p.id and c.provider_id = ${scope.providerId})
        or exists (select from document o where o.company_id = p.company_id and o.project_id = p.id
          and o.provider_id = ${scope.providerId}))`
    case 'nothing':
      return part`false`
  }
}

/** Orders `d` that the person sees. */
export function documentsOf(tx: TenantTx, actor: Actor) {
  const scope = scopeOf(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`d.client_id = ${scope.clientId}`
    case 'assigned':
      // The company's flow may ask somebody who is not of the project: they see that order, and no other.
      return part`(d.project_id = any (array(${assignedProjects(actor)})) or exists (
        select from approval s where s.company_id = d.company_id and s.approver_id = ${actor.userId}
          and s.document_id = d.id) or d.id = any (array(${standingIn(tx, actor)})))`
    case 'provider':
      return part`d.provider_id = ${scope.providerId}`
    case 'nothing':
      return part`false`
  }
}

/** Orders `d` that the person sees for a seat alone, theirs or another's: of projects that are not theirs. */
export function seatedElsewhere(tx: TenantTx, actor: Actor) {
  return part`d.project_id <> all (array(${assignedProjects(actor)})) and d.id in (
    select s.document_id from approval s where s.company_id = ${actor.companyId} and s.approver_id = ${actor.userId}
    union ${standingIn(tx, actor)})`
}

/** Named in them, or within reach of a global list: for whoever has none, that part finds nothing to look at. */
function assignedProjects(actor: Actor) {
  const { companyId, userId } = actor
  return part`
    select project_id from project_approver where company_id = ${companyId} and user_id = ${userId}
    union select project_id from project_permission where company_id = ${companyId} and user_id = ${userId}
    union select q.id from member_permission g join project q on q.company_id = g.company_id
      where g.company_id = ${companyId} and g.user_id = ${userId}
        and ${withinReach(actor, part`q.client_id`)}`
}
