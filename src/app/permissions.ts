/** The permission checks of the specification, sections 5 and 6, on what the server says that a person holds. */
import {
  type GlobalPermission,
  impliedBy,
  type Permission,
  withEverywhere,
} from '#features/projects/rules.ts'
import type { Role } from '#kernel/actor.ts'

/** As `GET /api/session/permissions` answers. */
export type Held = {
  readonly byProject: { readonly [projectId: string]: readonly Permission[] }
  readonly global: readonly GlobalPermission[]
}

/** All must be held everywhere, or 'all'. The platform's administrator is exempt. */
export function passesGlobal(role: Role, held: Held, needed: readonly GlobalPermission[]): boolean {
  if (role === 'admin_saas' || held.global.includes('all')) return true
  return needed.every(permission => held.global.includes(permission))
}

const exempt: readonly Role[] = ['admin_saas', 'admin', 'client']

/** All must be held on the project, by name or everywhere. Whoever administers the tenant is exempt: `held` may be null. */
export function passesProject(
  role: Role,
  held: Held | null,
  projectId: string,
  needed: readonly Permission[],
): boolean {
  if (exempt.includes(role)) return true
  if (held === null) return false
  const own = withEverywhere(held.byProject[projectId] ?? [], held.global)
  return needed.every(permission => own.includes(permission) || impliedBy(own).includes(permission))
}
