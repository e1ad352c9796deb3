/**
 * Impersonation is looking with somebody's eyes, downwards only: a company's administrator at the clients of
 * the own company, the platform at those and at the company's administrator. Nobody looks at somebody equal
 * or above, nor through somebody else's eyes at a third.
 */
import type { Membership, Person } from '#features/identity/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type ImpersonationRefusal = 'only_admins' | 'client_not_found' | 'company_without_admin'

export const impersonationMinutes = 30

/** Who looks sees the person as the company knows them: where else they work is nobody's business here. */
export const asLookedAt = (person: Person, company: Membership | null): Person => ({
  ...person,
  newEmail: null,
  memberships: company ? [company] : [],
})

/** Whom each role may look at. */
const below: { readonly [role in Role]?: readonly Role[] } = {
  admin: ['client', 'client_user'],
  admin_saas: ['client', 'client_user', 'admin'],
}

export function mayImpersonate(role: Role): true | Refusal<ImpersonationRefusal> {
  return below[role] ? true : refuse('only_admins')
}

/** Whoever may not be looked at does not exist for who asks. */
export function mayLookAt(
  role: Role,
  target: { readonly role: Role; readonly active: boolean } | null,
): true | Refusal<ImpersonationRefusal> {
  const isBelow = target !== null && (below[role]?.includes(target.role) ?? false)
  return isBelow && target.active ? true : refuse('client_not_found')
}

/** What the journal of the company says when it is over, whatever ended it. */
export const endOf = ({ id, viewedId }: { readonly id: string; readonly viewedId: string }) => ({
  action: 'impersonation.ended',
  object: { type: 'person', id: viewedId },
  after: { sessionId: id },
})
