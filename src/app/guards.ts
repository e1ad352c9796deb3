/** Guards of screens: for navigation only. The server decides what a person may really do. */
import { type NavigateFn, redirect } from '@tanstack/react-router'
import { impersonation } from '#app/impersonation.ts'
import { owesFactor } from '#app/owed-factor.ts'
import { type HeldPermissions, passesGlobal, passesProject } from '#app/permissions.ts'
import { type SessionStore, session } from '#app/session.ts'
import type { GlobalPermission, Permission } from '#features/projects/rules.ts'
import { type Area, type Role, roleAreas, roleHome } from '#kernel/actor.ts'
import { readCode } from '#ui/code.ts'

/** Navigation to a screen, as the router describes it. */
type Visit = { context: { session: SessionStore }; location: { href: string } }

/** Guard of an area: admits whoever is signed in and may use it; redirects others as the specification says. */
export function guard(area: Area) {
  return async (visit: Visit) => {
    const user = await signedIn(visit)
    if (!roleAreas[user.role].includes(area)) throw redirect({ to: roleHome[user.role] })
    // Before a screen asks for what would be refused.
    if (user.mayOweFactor) await (await readOwn()).learnFactorOwed(user.id)
    const profile = `/${area}/profile`
    if (owesFactor(user) && !visit.location.href.startsWith(profile)) throw redirect({ to: profile })
    return { user, area }
  }
}

/** Guard of a screen of no area: admits whoever is signed in. */
export async function guardSignedIn(visit: Visit) {
  const user = await signedIn(visit)
  return { user, area: roleAreas[user.role][0] }
}

/** Guard of a screen by role; others go to their home. Source: specification, section 6. */
export function requireRole(roles: readonly Role[]) {
  return async (visit: Visit) => {
    const { role } = await signedIn(visit)
    if (!roles.includes(role)) throw redirect({ to: roleHome[role] })
  }
}

/**
 * Guard of forms, and of whatever else an auditor of the company does not see: administrators pass. It takes the session
 * of the program, because the routes that share it are written for any area and know no context.
 */
export const requireAdmin = ({ location }: Pick<Visit, 'location'>): Promise<void> =>
  requireRole(['admin', 'admin_saas'])({ location, context: { session } })

/**
 * Guard of a screen by global permissions, of which all are needed. The screen does not wait for the answer: only those
 * whose role should hold them come so far, and whoever does not any more is led away as soon as the server says so.
 */
export function requireGlobal(needed: readonly GlobalPermission[]) {
  return async (visit: Visit & { navigate: NavigateFn }): Promise<void> => {
    const user = await signedIn(visit)
    if (user.role === 'admin_saas') return
    const leadAway = (held: HeldPermissions | null) => {
      if (held && !passesGlobal(user.role, held, needed))
        visit.navigate({ to: '/unauthorized', replace: true })
    }
    // A server that is out of reach is told by the screen itself.
    ownPermissions(user.id).then(leadAway, () => {})
  }
}

/** Guard of a screen by permissions on the address's project, of which all are needed. */
export function requireProject(needed: readonly Permission[]) {
  return async (visit: Visit & { params: { projectId: string } }) => {
    const user = await signedIn(visit)
    if (passesProject(user.role, null, visit.params.projectId, needed)) return
    const held = await ownPermissions(user.id)
    if (held && !passesProject(user.role, held, visit.params.projectId, needed))
      throw redirect({ to: '/unauthorized' })
  }
}

/** Signed-in person, or the one they impersonate. */
async function signedIn({ context, location }: Visit) {
  const user = await context.session.user()
  if (user !== null) return impersonation.current()?.user ?? user
  impersonation.drop()
  throw redirect({ to: '/login', state: { returnTo: location.href, hasEnded: context.session.hasEnded() } })
}

/**
 * Own permissions, loaded by the few guards that need them. Null when the server does not answer: the screen
 * itself will then show what it may.
 */
async function ownPermissions(userId: string) {
  return (await readOwn()).fetchOwnPermissions(userId)
}

const readOwn = () => readCode(() => import('#app/own-permissions.ts'))
