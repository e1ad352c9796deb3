/**
 * Impersonation: looking as somebody else. One's own session stays as it is: reads meanwhile use a separate
 * token, stored for this tab alone, which survives a reload and expires after half an hour. Every screen loads
 * this file, so the schema library stays out.
 */
import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#app/session-user.ts'
import type { Impersonation } from '#features/identity/wire.ts'
import { type Role, roleHome, roles } from '#kernel/actor.ts'

export type CurrentImpersonation = {
  readonly accessToken: string
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly user: SessionUser
}

const key = 'viendo-como'
let currentImpersonation: CurrentImpersonation | null = readStored()
const listeners = new Set<() => void>()

export const impersonation = {
  current: (): CurrentImpersonation | null => {
    if (currentImpersonation && currentImpersonation.expiresAt * 1000 <= Date.now()) impersonation.drop()
    return currentImpersonation
  },

  begin(begun: Impersonation): void {
    sessionStorage.setItem(key, JSON.stringify(begun))
    setCurrent(readStored())
  },

  /** Stops impersonating. */
  drop(): void {
    sessionStorage.removeItem(key)
    setCurrent(null)
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function useImpersonation(): CurrentImpersonation | null {
  return useSyncExternalStore(impersonation.subscribe, impersonation.current)
}

/** First screen when a person of this role is impersonated. Source: specification, section 4. */
export const firstImpersonatedScreen = (role: Role): string =>
  role === 'client' || role === 'client_user' ? '/client/projects' : roleHome[role]

/** Screen to return to after impersonating. Source: specification, section 4. */
export const homeAfterImpersonation = (role: Role): string =>
  role === 'admin_saas' ? '/admin_saas/dashboard' : '/empresa/projects'

function setCurrent(next: CurrentImpersonation | null): void {
  if (next === currentImpersonation) return
  currentImpersonation = next
  for (const listener of listeners) listener()
}

/** Impersonation stored by this tab; null when it has expired or is malformed. */
function readStored(): CurrentImpersonation | null {
  try {
    const { accessToken, expiresAt, user, company } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const role = roles.find(one => one === user.role)
    const isWhole = typeof accessToken === 'string' && typeof expiresAt === 'number' && role !== undefined
    if (!isWhole || expiresAt * 1000 <= Date.now()) return null
    const person = { id: `${user.id}`, name: `${user.name}`, email: `${user.email}` }
    return {
      accessToken,
      expiresAt,
      user: impersonatedUser({ ...person, companyName: `${company.name}`, role }),
    }
  } catch {
    return null
  }
}

type StoredPerson = Pick<SessionUser, 'id' | 'name' | 'email' | 'companyName' | 'role'>

/** A function declaration, because it is called above, before the end of this file is evaluated. */
function impersonatedUser(person: StoredPerson): SessionUser {
  return {
    ...person,
    givenName: person.name,
    lastName: '',
    position: '',
    department: '',
    newEmail: null,
    hasSecondFactor: false,
    mayOweFactor: false,
    untrustedReason: null,
    // An impersonator stays in the company of the impersonated person.
    companyId: null,
    clientId: null,
    companies: [],
  }
}
