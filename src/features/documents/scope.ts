/**
 * The projects and orders that a person sees, and the authors of an order, said in SQL: `scopeOf` and `sees` of the
 * projects' rules, `seesOrder` of this slice's. `scope.test.ts` holds each piece against its rule.
 */
import { standingIn } from '#features/delegations/scope.ts'
import { scopeOf } from '#features/projects/rules.ts'
import { assignedTo, isPartyTo } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Projects `p` that the person sees. */
export function projectsOf(actor: Actor): Part {
  const scope = scopeOf(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`p.client_id = ${scope.clientId}`
    case 'assigned':
      return part`p.id = any (array(${assignedTo(actor)}))`
    case 'provider':
      // Party to one of its contracts, or named in one of its orders: from an order there is a way to its project.
      return part`(${isPartyTo(scope.providerId)}
        or exists (select from document o where o.company_id = p.company_id and o.project_id = p.id
          and o.provider_id = ${scope.providerId}))`
    case 'nothing':
      return part`false`
  }
}

/** Orders `d` that the person sees. */
export function documentsOf(tx: TenantTx, actor: Actor): Part {
  const scope = scopeOf(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`d.client_id = ${scope.clientId}`
    case 'assigned':
      // The company's flow may ask somebody who is not of the project: they see that order, and no other.
      return part`(d.project_id = any (array(${assignedTo(actor)})) or exists (
        select from approval s where s.company_id = d.company_id and s.approver_id = ${actor.userId}
          and s.document_id = d.id) or d.id = any (array(${standingIn(tx, actor)})))`
    case 'provider':
      return part`d.provider_id = ${scope.providerId}`
    case 'nothing':
      return part`false`
  }
}

/** Orders `d` that the person sees for a seat alone, theirs or another's: of projects that are not theirs. */
export function seatedElsewhere(tx: TenantTx, actor: Actor): Part {
  return part`d.project_id <> all (array(${assignedTo(actor)})) and d.id in (
    select s.document_id from approval s where s.company_id = ${actor.companyId} and s.approver_id = ${actor.userId}
    union ${standingIn(tx, actor)})`
}

/** The person wrote a revision of the order of this alias: an author of it. */
export const isAuthor = (userId: Part, order: Part): Part => part`exists (select from document_revision r
  where r.company_id = ${order}.company_id and r.document_id = ${order}.id and r.made_by = ${userId})`

/** The authors of the order of this alias, as an array: all who wrote a revision, not only the first and the last. */
export const authorsOfOrder = (order: Part): Part => part`array(
  select distinct r.made_by from document_revision r
  where r.company_id = ${order}.company_id and r.document_id = ${order}.id)`
