/**
 * A profile: an account as the official client reads and edits it. Everybody edits the own one; a company's
 * administrator those of the company, the platform all of them. Nobody grants a role beyond those they may grant, nobody
 * changes their own role or activity, and an active administrator always remains.
 */
import { isInvented } from '#features/people/rules/invented.ts'
import { roleAffiliation } from '#features/people/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type ProfileRefusal =
  | 'only_own_name'
  | 'own_role'
  | 'own_account'
  | 'role_not_grantable'
  | 'works_elsewhere'
  | 'invented_person'
  | 'name_is_owners'
  | 'address_of_admin'
  | 'belongs_to_company'
  | 'pending_registration'
  | 'last_platform_admin'
  | 'last_admin'
  | 'email_taken'
  | 'company_suspended'
  | 'plan_limit'
  | 'open_seats'

/** The person who asks, with the company in which they work. */
export type Asker = { readonly userId: string; readonly role: Role; readonly companyId: string | null }

/** The profiles that an asker sees and may change: everybody's, the company's, or the own one. */
export type ProfileReach = 'everybody' | 'company' | 'own'

export function profileReach({ role, companyId }: Pick<Asker, 'role' | 'companyId'>): ProfileReach {
  if (role === 'admin_saas') return 'everybody'
  return role === 'admin' && companyId !== null ? 'company' : 'own'
}

export type Profile = {
  readonly id: string
  readonly name: string
  readonly lastName: string
  readonly email: string
  readonly role: Role
  /** True when the person can sign in; for a company's administrator, into that company. */
  readonly active: boolean
  /** Activity of the account itself, whatever its memberships. */
  readonly accountActive: boolean
  /** True for a registration that nobody has activated yet. */
  readonly isPending: boolean
  /** True when somebody has ever signed in to the account. */
  readonly wasUsed: boolean
  /** Number of companies to which the person belongs or has belonged. */
  readonly companies: number
  /** Number of companies in which the person is active. */
  readonly activeCompanies: number
}

export type ProfileChange = {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly active?: boolean | undefined
}

export const fullName = ({ name, lastName }: Pick<Profile, 'name' | 'lastName'>): string =>
  `${name} ${lastName}`.trim()

/** The fields of a change that differ from the profile: forms send every field, most of them unchanged. */
export function changedFields(profile: Profile, change: ProfileChange): ProfileChange {
  const { name, email, role, active } = change
  return {
    ...(name !== undefined && name !== fullName(profile) ? { name } : {}),
    ...(email !== undefined && email !== profile.email ? { email } : {}),
    ...(role !== undefined && role !== profile.role ? { role } : {}),
    ...(active !== undefined && active !== profile.active ? { active } : {}),
  }
}

/** Roles that a company's administrator may grant: only the platform makes administrators. */
const grantable: readonly Role[] = [
  'client',
  'client_user',
  'provider',
  'provider_user',
  'approver',
  'auditor',
]

type Answer = true | Refusal<ProfileRefusal>

/** Permission of the asker to make this difference to this profile. */
export function mayChange(asker: Asker, profile: Profile, difference: ProfileChange): Answer {
  const { role, email, active } = difference
  if (profile.id === asker.userId) {
    if (role !== undefined) return refuse('own_role')
    if (active !== undefined) return refuse('own_account')
  }
  switch (profileReach(asker)) {
    case 'everybody':
      return mayPlatformChange(profile, difference)
    case 'company':
      if (profile.id === asker.userId) return email === undefined ? true : refuse('only_own_name')
      return mayCompanyChange(profile, difference)
    case 'own':
      return email === undefined ? true : refuse('only_own_name')
  }
}

function mayPlatformChange({ isPending, activeCompanies }: Profile, { role, active }: ProfileChange): Answer {
  // A registration is activated by a call of its own, which asks for its role and company and decides on its password.
  if (isPending && active) return refuse('pending_registration')
  return role === 'admin_saas' && activeCompanies > 0 ? refuse('belongs_to_company') : true
}

/**
 * Permission of a company's administrator. A person has one role and address in all companies, so no single company may
 * change those of a person who works elsewhere too. A name belongs to its owner from the first sign-in on, because
 * their approvals are recorded under it.
 */
function mayCompanyChange(
  { companies, wasUsed, role: current, email: known }: Profile,
  { name, role, email }: ProfileChange,
): Answer {
  if (name !== undefined && (companies > 1 || wasUsed)) return refuse('name_is_owners')
  // A real address would let somebody into the sample.
  if (email !== undefined && isInvented(known)) return refuse('invented_person')
  // With another administrator's address, one administrator could act as both of two required people.
  if (email !== undefined && current === 'admin') return refuse('address_of_admin')
  if (role !== undefined && !grantable.includes(role)) return refuse('role_not_grantable')
  const isGlobal = role !== undefined || email !== undefined
  return isGlobal && companies > 1 ? refuse('works_elsewhere') : true
}

/** True when the difference takes `role` from an active profile, by another role or by deactivation. */
export function stopsBeing(role: Role, profile: Profile, difference: ProfileChange): boolean {
  if (profile.role !== role || !profile.active) return false
  return difference.role !== undefined || difference.active === false
}

/** Splits a full name. The family name stays separate when the full name still ends with it, else all is the first name. */
export function splitName(whole: string, lastName: string): { name: string; lastName: string } {
  const ending = ` ${lastName}`
  const isKept = lastName !== '' && whole.endsWith(ending) && whole.length > ending.length
  return isKept ? { name: whole.slice(0, -ending.length).trim(), lastName } : { name: whole, lastName: '' }
}

export type Affiliation = { readonly clientId: string | null; readonly providerId: string | null }

/** The affiliation under a new role, as far as the former one fits: only the client itself can be its main account. */
export function affiliationUnder(role: Role, userId: string, before: Affiliation): Affiliation {
  const kind = roleAffiliation(role)
  const fits = kind === 'client' && (role === 'client_user' || before.clientId === userId)
  return {
    clientId: fits ? before.clientId : null,
    providerId: kind === 'provider' ? before.providerId : null,
  }
}

/** True when a person keeps their seats under a new role: as administrator or approver. Undefined: the role is unchanged. */
export const keepsSeats = (role: Role | undefined): boolean =>
  role === undefined || role === 'admin' || role === 'approver'
