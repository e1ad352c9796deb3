/**
 * Permissions in projects as SQL predicates, for whole lists of people and projects. Each piece is the twin of
 * a rule of this slice, and `scope.test.ts` holds it against that rule. Each says which aliases it expects.
 */
import { permissionReach } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'

/** Aliases of a person's rows in `member` and `account`. */
export type PersonAliases = { readonly member: Part; readonly account: Part }

/**
 * Predicate: the global list of the person that the aliases name counts in projects of this client:
 * `isWithinReach`.
 */
export const reaches = ({ member, account }: PersonAliases, clientId: unknown): Part =>
  part`(${account}.role in ('admin', 'approver')
    or ${account}.role in ('client', 'client_user') and ${member}.client_id = ${clientId})`

/** Predicate: the global list of one known person counts in projects of this client: `isWithinReach`. */
export function actorsListCounts(actor: Pick<Actor, 'role' | 'clientId'>, clientId: unknown): Part {
  const reach = permissionReach(actor)
  switch (reach.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`${clientId} = ${reach.clientId}`
    case 'nothing':
      return part`false`
  }
}

/**
 * Subquery of holders: `project_id`, `user_id`, `is_named` and `named_at` of whoever approves, or executes, in
 * each project of the company: `heldIn`. By name, or by a global list that counts there.
 */
export const holders = (companyId: unknown, permission: 'approve' | 'execute'): Part => part`
  ${permission === 'approve' ? namedApprovers(companyId) : namedExecutors(companyId)}
  union all
  select held_project.id, held.user_id, false, null from member_permission held
    join member holder on holder.company_id = held.company_id and holder.user_id = held.user_id
    join account holder_account on holder_account.id = held.user_id
    join project held_project on held_project.company_id = held.company_id
    where held.company_id = ${companyId} and held.permission = ${permission}
      and ${reaches({ member: part`holder`, account: part`holder_account` }, part`held_project.client_id`)}`

const namedApprovers = (companyId: unknown) => part`
  select project_id, user_id, true as is_named, created_at as named_at from project_approver
    where company_id = ${companyId}`

const namedExecutors = (companyId: unknown) => part`
  select project_id, user_id, true as is_named, null::timestamptz as named_at from project_permission
    where company_id = ${companyId} and permission = 'execute'`

/** Columns that name a project. */
export type ProjectColumns = { readonly companyId: Part; readonly projectId: Part }

/** Project of a row of `project`; expects its alias. */
export const ofProject = (alias: Part): ProjectColumns => ({
  companyId: part`${alias}.company_id`,
  projectId: part`${alias}.id`,
})

/** Project of a row of `document`; expects its alias. */
export const ofDocument = (alias: Part): ProjectColumns => ({
  companyId: part`${alias}.company_id`,
  projectId: part`${alias}.project_id`,
})

/** Predicate: this person executes the project's orders: `heldIn` has `execute`. */
export const executesIn = (userId: Part, { companyId, projectId }: ProjectColumns): Part =>
  part`exists (select from (${holders(companyId, 'execute')}) executor
    where executor.project_id = ${projectId} and executor.user_id = ${userId})`

/**
 * Ids of the projects that one known person executes in: like `executesIn`, without reading anybody else's
 * rows.
 */
export const executedBy = (actor: Actor): Part => heldBy(actor, part`permission = 'execute'`)

/** Predicate: one known person executes in every project of the company, of which there is one at least. */
export const executesEverywhere = (actor: Actor): Part => part`(
  exists (select from project q where q.company_id = ${actor.companyId})
  and not exists (select from project q where q.company_id = ${actor.companyId}
    and q.id <> all (array(${executedBy(actor)}))))`

/** Ids of the projects that one known person approves in, by name or by a global list. */
export const approvedBy = (actor: Actor): Part => part`
  select project_id from project_approver where company_id = ${actor.companyId} and user_id = ${actor.userId}
  union ${heldBy(actor, part`permission = 'approve'`)}`

/** Ids of the projects in which one known person holds any permission: by name, or by a global list. */
export const assignedTo = (actor: Actor): Part => part`
  select project_id from project_approver where company_id = ${actor.companyId} and user_id = ${actor.userId}
  union ${heldBy(actor, part`true`)}`

/** Ids of the projects in which one known person holds a wanted permission. */
const heldBy = (actor: Actor, isWanted: Part) => part`
  select project_id from project_permission
    where company_id = ${actor.companyId} and user_id = ${actor.userId} and ${isWanted}
  ${actor.withoutGlobalList ? nothing : heldEverywhere(actor, isWanted)}`

const heldEverywhere = (actor: Actor, isWanted: Part) => part`
  union select q.id from member_permission g join project q on q.company_id = g.company_id
    where g.company_id = ${actor.companyId} and g.user_id = ${actor.userId} and ${isWanted}
      and ${actorsListCounts(actor, part`q.client_id`)}`

/**
 * Predicate: a contract of the project names the provider as its party, `isItsProvider` of a standing; expects
 * `project` as `p`.
 */
export const isPartyTo = (providerId: string): Part => part`exists (select from project_contract pc
  join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
  where pc.company_id = p.company_id and pc.project_id = p.id and c.provider_id = ${providerId})`
