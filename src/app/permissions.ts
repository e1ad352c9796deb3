/** Permission checks of the specification, sections 5 and 6, on the permissions that the server reports. */
import {
  type GlobalPermission,
  impliedBy,
  type Permission,
  withEverywhere,
} from '#features/projects/rules.ts'
import { onlyReads, type Role } from '#kernel/actor.ts'

/** Permissions that a person holds; the answer of `GET /api/session/permissions`. */
export type HeldPermissions = {
  readonly byProject: { readonly [projectId: string]: readonly Permission[] }
  readonly global: readonly GlobalPermission[]
}

/**
 * True when all permissions are held globally, or `all` is. The platform's administrator and auditors are exempt: they
 * may look.
 */
export function passesGlobal(
  role: Role,
  held: HeldPermissions,
  needed: readonly GlobalPermission[],
): boolean {
  if (role === 'admin_saas' || onlyReads(role) || held.global.includes('all')) return true
  return needed.every(permission => held.global.includes(permission))
}

const exemptRoles: readonly Role[] = ['admin_saas', 'admin', 'client']

/**
 * True when all permissions are held on the project, by name or globally. Whoever administers the tenant is
 * exempt: `held` may be null.
 */
export function passesProject(
  role: Role,
  held: HeldPermissions | null,
  projectId: string,
  needed: readonly Permission[],
): boolean {
  if (exemptRoles.includes(role)) return true
  if (held === null) return false
  const own = withEverywhere(held.byProject[projectId] ?? [], held.global)
  return needed.every(permission => own.includes(permission) || impliedBy(own).includes(permission))
}
