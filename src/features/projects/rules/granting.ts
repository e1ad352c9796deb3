/** Granting of permissions: by whom, to whom, and never both duties to one person unless the company allows it. */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import {
  type GlobalPermission,
  holds,
  mayAppoint,
  type Permission,
  type Permitted,
  type ProjectRefusal,
  permissions,
  rolesOfPeople,
  type Standing,
} from '#features/projects/rules.ts'
import { type Actor, onlyReads } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/**
 * Permits granting or revoking these permissions. On the client's side only among its own people, and only
 * permissions that one holds oneself; the company's administrator appoints anybody.
 */
export function mayPermit(
  actor: Actor,
  standing: Standing,
  person: { readonly clientId: string | null },
  changed: readonly Permission[],
): true | Refusal<ProjectRefusal> {
  const may = firstRefusal<ProjectRefusal>(mayAppoint(actor, standing), mayEmpower(actor, changed))
  if (may !== true || actor.role === 'admin') return may
  if (person.clientId !== actor.clientId) return refuse('not_your_person')
  const lacked = changed.find(permission => !holds(actor, standing, permission))
  return lacked === undefined ? true : refuse('permission_lacked', { permission: lacked })
}

/** Permissions that the actor may grant in a project: an administrator all, others those that they hold themselves. */
export function grantableBy(actor: Actor, standing: Standing): Permission[] {
  if (onlyReads(actor.role)) return []
  return permissions.filter(permission => actor.role === 'admin' || holds(actor, standing, permission))
}

/** True for approving and executing, which are power over open orders; the other permissions only prepare. */
export const isPowerOverOrders = (permission: GlobalPermission): boolean =>
  permission === 'approve' || permission === 'execute'

/** Refuses to grant or revoke power over open orders from an account that may be in other hands. */
export const mayEmpower = (
  actor: Actor,
  changed: readonly GlobalPermission[],
): true | Refusal<'untrusted_account'> => (changed.some(isPowerOverOrders) ? accountTrust(actor) : true)

/** True when the person can hold a permission in a project of this client. */
export function isEligible(
  person: Pick<Permitted, 'active' | 'role' | 'clientId'>,
  clientId: string,
): boolean {
  const hasRole = rolesOfPeople.some(role => role === person.role)
  return person.active && hasRole && (person.clientId === null || person.clientId === clientId)
}

/** Items that are in only one of two lists. */
export function difference<Item>(before: readonly Item[], after: readonly Item[]): Item[] {
  return [...before.filter(item => !after.includes(item)), ...after.filter(item => !before.includes(item))]
}

/** Permits changing global permissions: only to the company's administrators. */
export function mayPermitEverywhere(actor: Actor): true | Refusal<ProjectRefusal> {
  return actor.role === 'admin' ? true : refuse('forbidden')
}

/** Refuses one person as approver and executor of a project, unless the company allows it. */
export function separateDuties(
  approverIds: readonly string[],
  executorIds: readonly string[],
  executorMayApprove: boolean,
): true | Refusal<ProjectRefusal> {
  const both = approverIds.some(id => executorIds.includes(id))
  return both && !executorMayApprove ? refuse('approver_is_executor') : true
}

/**
 * Refuses a change after which one person approves and executes. `held`: the permissions after the change. A change
 * that touches neither duty passes, even if the person has both from a time when the company allowed it.
 */
export function separateDutiesAfter(
  held: readonly Permission[],
  changed: readonly Permission[],
  executorMayApprove: boolean,
): true | Refusal<ProjectRefusal> {
  // One name for the one person, whom both lists have when they hold both duties.
  const personWith = (permission: Permission) => (held.includes(permission) ? ['person'] : [])
  const concernsDuties = changed.includes('approve') || changed.includes('execute')
  return concernsDuties
    ? separateDuties(personWith('approve'), personWith('execute'), executorMayApprove)
    : true
}
