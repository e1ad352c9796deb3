/** Screen after signing in. Source: decisions, section 2. */
import { homeOf, type Role } from '#kernel/actor.ts'

const toDashboard: readonly Role[] = ['client', 'client_user', 'approver']

/** Remembered address if there is one; otherwise the dashboard of the client area, or the role's home. */
export function afterSignIn(role: Role, origin: string | undefined): string {
  if (origin !== undefined && isOurs(origin)) return origin
  return toDashboard.includes(role) ? '/client/dashboard' : homeOf[role]
}

/** Address of the welcome card's 'dashboard' button. Source: specification, section 2. */
export function dashboardOf(role: Role): string {
  return role === 'admin' || role === 'admin_saas' ? '/empresa/projects' : '/client/dashboard'
}

/** True for a path of this site: '//elsewhere' and 'https:' are not. */
function isOurs(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
