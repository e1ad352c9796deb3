/**
 * Looking as somebody else. The own session stays as it is: what is read meanwhile is read with a token of its
 * own, kept for this tab alone, which survives a reload and ends by itself after half an hour. Every screen
 * begins here, so the schema library stays out.
 */
import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#app/session-user.ts'
import type { Impersonation } from '#features/identity/wire.ts'
import { homeOf, type Role, roles } from '#kernel/actor.ts'

export type Viewing = {
  readonly accessToken: string
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly user: SessionUser
}

const key = 'viendo-como'
let viewing: Viewing | null = stored()
const listeners = new Set<() => void>()

export const impersonation = {
  current: (): Viewing | null => {
    if (viewing && viewing.expiresAt * 1000 <= Date.now()) impersonation.drop()
    return viewing
  },

  begin(begun: Impersonation): void {
    sessionStorage.setItem(key, JSON.stringify(begun))
    change(stored())
  },

  /** Back to being oneself. */
  drop(): void {
    sessionStorage.removeItem(key)
    change(null)
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function useImpersonation(): Viewing | null {
  return useSyncExternalStore(impersonation.subscribe, impersonation.current)
}

/** Where somebody's screens begin when they are looked at. Source: specification, section 4. */
export const firstScreenOf = (role: Role): string =>
  role === 'client' || role === 'client_user' ? '/client/projects' : homeOf[role]

/** Where whoever looked goes back to. Source: specification, section 4. */
export const homeAfterViewing = (role: Role): string =>
  role === 'admin_saas' ? '/admin_saas/dashboard' : '/empresa/projects'

function change(next: Viewing | null): void {
  if (next === viewing) return
  viewing = next
  for (const listener of listeners) listener()
}

/** What this tab kept; null when it is over, or not what was written here. */
function stored(): Viewing | null {
  try {
    const { accessToken, expiresAt, user, company } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const role = roles.find(one => one === user.role)
    const isWhole = typeof accessToken === 'string' && typeof expiresAt === 'number' && role !== undefined
    if (!isWhole || expiresAt * 1000 <= Date.now()) return null
    const said = { id: `${user.id}`, name: `${user.name}`, email: `${user.email}` }
    return { accessToken, expiresAt, user: seen({ ...said, companyName: `${company.name}`, role }) }
  } catch {
    return null
  }
}

type Seen = Pick<SessionUser, 'id' | 'name' | 'email' | 'companyName' | 'role'>

/** A function, and not a constant: what this tab kept is read before the end of this file. */
function seen(person: Seen): SessionUser {
  return {
    ...person,
    givenName: person.name,
    lastName: '',
    position: '',
    department: '',
    newEmail: null,
    hasSecondFactor: false,
    freshHands: null,
    // Whoever looks stays in the company that they look at.
    companyId: null,
    clientId: null,
    companies: [],
  }
}
