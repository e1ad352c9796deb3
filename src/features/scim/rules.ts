/**
 * Provisioning: the company's directory says over SCIM who comes and who goes. It calls with the token of a service, lets
 * people in as an invitation does, with a role that by itself decides nothing, and gives power to nobody.
 */
import type { Actor, Role } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ScimRefusal =
  | 'services_alone'
  | 'role_not_given'
  | 'domain_of_auditor'
  | 'administrator_by_hand'
  | 'brought_back_by_hand'
  | 'invitation_refused'
  | 'inactive_newcomer'

/** Roles with which a directory lets people in, that of least power first: it is given unless another one is asked for. */
export const provisionedRoles = ['approver', 'auditor'] as const
export type ProvisionedRole = (typeof provisionedRoles)[number]

/** Permission to provision: for a service alone, in whose name no person acts. */
export const mayProvision = (actor: Pick<Actor, 'role' | 'responsibleId'>): true | Refusal<ScimRefusal> =>
  actor.role === 'admin' && actor.responsibleId !== undefined ? true : refuse('services_alone')

/**
 * Permission to let somebody in with a role. An auditor reads everything of the company: such an address must be in a
 * domain that the company has shown to be its own.
 */
export function mayGive(role: Role, isOfVerifiedDomain: boolean): true | Refusal<ScimRefusal> {
  return firstRefusal<ScimRefusal>(
    provisionedRoles.some(each => each === role) ? true : refuse('role_not_given'),
    role === 'auditor' && !isOfVerifiedDomain ? refuse('domain_of_auditor') : true,
  )
}

/**
 * Permission to activate a member again: one with a role that a directory gives, whom the directory itself let go. An
 * administrator, people of clients and suppliers, and whom a person deactivated come back by a person's hand alone.
 */
export function mayBringBack(role: Role, isLetGo: boolean): true | Refusal<ScimRefusal> {
  if (role === 'admin') return refuse('administrator_by_hand')
  return isLetGo && provisionedRoles.some(each => each === role) ? true : refuse('brought_back_by_hand')
}

/** True when an address is in one of the domains. */
export const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1))

/** Refused changes that are kept for administrators to see. */
export const keptRefusals = 20
