/**
 * Impersonation: reading as somebody else, downwards only. A company's administrator impersonates the clients of the own
 * company; the platform impersonates clients and administrators of companies. Nobody impersonates an equal or a
 * superior, and an impersonation cannot start another.
 */
import type { Membership, Person } from '#features/identity/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type ImpersonationRefusal = 'only_admins' | 'client_not_found' | 'company_without_admin'

export const impersonationMinutes = 30

/** The person as an impersonator may see them: with one company alone, because their other companies are private. */
export const asImpersonated = (person: Person, company: Membership | null): Person => ({
  ...person,
  newEmail: null,
  memberships: company ? [company] : [],
})

/** The roles that each role may impersonate. */
const impersonable: { readonly [role in Role]?: readonly Role[] } = {
  admin: ['client', 'client_user'],
  admin_saas: ['client', 'client_user', 'admin'],
}

export function mayImpersonate(role: Role): true | Refusal<ImpersonationRefusal> {
  return impersonable[role] ? true : refuse('only_admins')
}

/** Permission to impersonate a target. A forbidden target is answered as an unknown one. */
export function mayImpersonatePerson(
  role: Role,
  target: { readonly role: Role; readonly active: boolean } | null,
): true | Refusal<ImpersonationRefusal> {
  const isImpersonable = target !== null && (impersonable[role]?.includes(target.role) ?? false)
  return isImpersonable && target.active ? true : refuse('client_not_found')
}
