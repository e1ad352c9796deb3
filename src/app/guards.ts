/** Who may enter a screen: for finding one's way only. What a person may really do, the server decides. */
import { redirect } from '@tanstack/react-router'
import { impersonation } from '#app/impersonation.ts'
import { passesGlobal, passesProject } from '#app/permissions.ts'
import type { SessionStore } from '#app/session.ts'
import type { GlobalPermission, Permission } from '#features/projects/rules.ts'
import { type Area, areasOf, homeOf, type Role } from '#kernel/actor.ts'

type Visit = { context: { session: SessionStore }; location: { href: string } }

/** Lets in whoever is signed in and may use the area; sends the others where the specification says. */
export function guard(area: Area) {
  return async (visit: Visit) => {
    const user = await signedIn(visit)
    if (!areasOf[user.role].includes(area)) throw redirect({ to: homeOf[user.role] })
    return { user, area }
  }
}

/** Lets in the roles that a screen is for; the others go to their home. Source: specification, section 6. */
export function requireRole(roles: readonly Role[]) {
  return async (visit: Visit) => {
    const { role } = await signedIn(visit)
    if (!roles.includes(role)) throw redirect({ to: homeOf[role] })
  }
}

/** Lets in whoever holds all of these everywhere. */
export function requireGlobal(needed: readonly GlobalPermission[]) {
  return async (visit: Visit) => {
    const user = await signedIn(visit)
    if (user.role === 'admin_saas') return
    const own = await ownPermissions(user.id)
    if (own && !passesGlobal(user.role, own, needed)) throw redirect({ to: '/unauthorized' })
  }
}

/** Lets in whoever holds all of these on the address's project. */
export function requireProject(needed: readonly Permission[]) {
  return async (visit: Visit & { params: { projectId: string } }) => {
    const user = await signedIn(visit)
    if (passesProject(user.role, null, visit.params.projectId, needed)) return
    const own = await ownPermissions(user.id)
    if (own && !passesProject(user.role, own, visit.params.projectId, needed))
      throw redirect({ to: '/unauthorized' })
  }
}

/** Whoever is signed in, or whom they look at. */
async function signedIn({ context, location }: Visit) {
  const user = await context.session.user()
  if (user !== null) return impersonation.current()?.user ?? user
  impersonation.drop()
  throw redirect({ to: '/login', state: { origin: location.href } })
}

/** Fetched by the few ways that ask. When they cannot be had, the screen itself will say what it may show. */
async function ownPermissions(userId: string) {
  const { ownPermissionsOf } = await import('#app/own-permissions.ts')
  return ownPermissionsOf(userId)
}
