/** Screen after signing in. Source: decisions, section 2. */
import { onlyReads, type Role, roleHome } from '#kernel/actor.ts'

const toDashboard: readonly Role[] = ['client', 'client_user', 'approver']

/** Remembered address if there is one; otherwise the dashboard of the client area, or the role's home. */
export function afterSignIn(role: Role, returnTo: string | undefined): string {
  if (returnTo !== undefined && isOurs(returnTo)) return returnTo
  return toDashboard.includes(role) ? '/client/dashboard' : roleHome[role]
}

/** Address of the welcome card's 'dashboard' button. Source: specification, section 2. */
export function dashboardPath(role: Role): string {
  if (onlyReads(role)) return roleHome[role]
  return role === 'admin' || role === 'admin_saas' ? '/empresa/projects' : '/client/dashboard'
}

/** True for a path of this site: '//elsewhere' and 'https:' are not. */
function isOurs(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
