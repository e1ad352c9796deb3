/** Person of a session of the official client, as screens need them. */
import type { Session, User } from '@supabase/auth-js'
import { type Role, roles, type UntrustedReason, untrustedReasons } from '#kernel/actor.ts'

export type Company = { readonly id: string; readonly name: string }

export type SessionUser = {
  id: string
  /** Given and family name, or the address. */
  name: string
  email: string
  role: Role
  givenName: string
  lastName: string
  position: string
  department: string
  /** Time zone in which they read instants; undefined: the company's. */
  timeZone?: string | undefined
  /** New address that waits for its confirmation. */
  newEmail: string | null
  companyId: string | null
  /** Client that a client's person works for. */
  clientId: string | null
  companyName: string | null
  /** Companies where the person may work; more than one makes a switcher. */
  companies: readonly Company[]
  hasSecondFactor: boolean
  /** A second factor that they lack is asked of them, or would be if they decide. */
  mayOweFactor: boolean
  /** Reason why they may read and prepare, but not decide; null when they may. */
  untrustedReason: UntrustedReason | null
}

export function toSessionUser(user: User): SessionUser {
  const { id, email = '', app_metadata, user_metadata } = user
  const givenName = text(user_metadata.name)
  const lastName = text(user_metadata.lastName)
  return {
    id,
    email,
    givenName,
    lastName,
    position: text(user_metadata.position),
    department: text(user_metadata.department),
    timeZone: user_metadata.timeZone,
    name: [givenName, lastName].filter(part => part !== '').join(' ') || email,
    role: roles.find(role => role === app_metadata.role) ?? 'client_user',
    newEmail: user.new_email ?? null,
    companyId: text(app_metadata.company_id) || null,
    clientId: text(app_metadata.client_id) || null,
    companyName: text(app_metadata.company_name) || null,
    companies: companiesIn(app_metadata.companies),
    hasSecondFactor: isVerified(user),
    mayOweFactor: app_metadata.second_factor_asked === true,
    untrustedReason: untrustedReasons.find(why => why === app_metadata.untrusted_reason) ?? null,
  }
}

/** True when the password was given and the second factor was not. */
export function needsSecondStep({ user, access_token }: Session): boolean {
  return isVerified(user) && readAssurance(access_token) !== 'aal2'
}

function companiesIn(given: unknown): readonly Company[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : []
  return list.flatMap(one => {
    if (typeof one !== 'object' || one === null) return []
    const [id, name] = [Reflect.get(one, 'id'), Reflect.get(one, 'name')]
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : []
  })
}

const isVerified = ({ factors = [] }: User) => factors.some(factor => factor.status === 'verified')

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Assurance level of a token, read without verifying it: the server decides. */
function readAssurance(accessToken: string): unknown {
  try {
    const [, payload = ''] = accessToken.split('.')
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'aal') : null
  } catch {
    return null
  }
}
