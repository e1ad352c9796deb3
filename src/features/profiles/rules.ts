/**
 * A profile is an account as the official client reads and edits it. Everybody has the own one; a company's
 * administrator keeps those of the company, the platform all of them. Nobody raises anybody above what they may
 * grant, nobody changes what they are themselves, and somebody who can administer always remains.
 */
import { affiliationOf } from '#features/people/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type ProfileRefusal =
  | 'only_own_name'
  | 'own_role'
  | 'own_account'
  | 'role_not_grantable'
  | 'works_elsewhere'
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

/** Who asks, with the company in which they work. */
export type Asker = { readonly userId: string; readonly role: Role; readonly companyId: string | null }

/** What they see and may change: everybody, the people of the company, or themselves. */
export type Scope = 'everybody' | 'company' | 'own'

export function scopeOf({ role, companyId }: Pick<Asker, 'role' | 'companyId'>): Scope {
  if (role === 'admin_saas') return 'everybody'
  return role === 'admin' && companyId !== null ? 'company' : 'own'
}

export type Profile = {
  readonly id: string
  readonly name: string
  readonly lastName: string
  readonly email: string
  readonly role: Role
  /** Can sign in: for a company's administrator, into that company. */
  readonly active: boolean
  /** The account itself, whatever a company says. */
  readonly accountActive: boolean
  /** A registration that nobody has activated yet. */
  readonly isPending: boolean
  /** Somebody has signed in to it. */
  readonly wasUsed: boolean
  /** Companies that they belong to, or once did. */
  readonly companies: number
  /** Companies that admit them today. */
  readonly activeCompanies: number
}

export type ProfileChange = {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly active?: boolean | undefined
}

export const fullNameOf = ({ name, lastName }: Pick<Profile, 'name' | 'lastName'>): string =>
  `${name} ${lastName}`.trim()

/** What a change really changes: forms send every field, most of them as they were. */
export function differenceOf(profile: Profile, change: ProfileChange): ProfileChange {
  const { name, email, role, active } = change
  return {
    ...(name !== undefined && name !== fullNameOf(profile) ? { name } : {}),
    ...(email !== undefined && email !== profile.email ? { email } : {}),
    ...(role !== undefined && role !== profile.role ? { role } : {}),
    ...(active !== undefined && active !== profile.active ? { active } : {}),
  }
}

/** A company's administrator raises nobody to administrator: that is the platform's. */
const grantable: readonly Role[] = ['client', 'client_user', 'provider', 'provider_user', 'approver']

type Answer = true | Refusal<ProfileRefusal>

/** Whether the asker may make this difference to this profile. */
export function mayChange(asker: Asker, profile: Profile, difference: ProfileChange): Answer {
  const { role, email, active } = difference
  if (profile.id === asker.userId) {
    if (role !== undefined) return refuse('own_role')
    if (active !== undefined) return refuse('own_account')
  }
  switch (scopeOf(asker)) {
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
  // Which role and which company it gets, and what becomes of its password, is asked when it is activated.
  if (isPending && active) return refuse('pending_registration')
  return role === 'admin_saas' && activeCompanies > 0 ? refuse('belongs_to_company') : true
}

/**
 * Role and address are the same in every company: those of somebody who works elsewhere too are not this one's. A name
 * is its owner's from their first sign-in on: what they approved is told under it.
 */
function mayCompanyChange(
  { companies, wasUsed, role: current }: Profile,
  { name, role, email }: ProfileChange,
): Answer {
  if (name !== undefined && (companies > 1 || wasUsed)) return refuse('name_is_owners')
  // One administrator alone would be two hands.
  if (email !== undefined && current === 'admin') return refuse('address_of_admin')
  if (role !== undefined && !grantable.includes(role)) return refuse('role_not_grantable')
  const isGlobal = role !== undefined || email !== undefined
  return isGlobal && companies > 1 ? refuse('works_elsewhere') : true
}

/** Whether somebody who administers stops doing so. */
export function stopsBeing(role: Role, profile: Profile, difference: ProfileChange): boolean {
  if (profile.role !== role || !profile.active) return false
  return difference.role !== undefined || difference.active === false
}

/** The given and the family name in a whole one: who keeps the family name keeps it apart. */
export function splitName(whole: string, lastName: string): { name: string; lastName: string } {
  const ending = ` ${lastName}`
  const isKept = lastName !== '' && whole.endsWith(ending) && whole.length > ending.length
  return isKept ? { name: whole.slice(0, -ending.length).trim(), lastName } : { name: whole, lastName: '' }
}

export type Affiliation = { readonly clientId: string | null; readonly providerId: string | null }

/** What somebody belongs to under another role, as far as it fits: a client's main account is the client itself. */
export function affiliationUnder(role: Role, userId: string, before: Affiliation): Affiliation {
  const kind = affiliationOf(role)
  const fits = kind === 'client' && (role === 'client_user' || before.clientId === userId)
  return {
    clientId: fits ? before.clientId : null,
    providerId: kind === 'provider' ? before.providerId : null,
  }
}

/** Under these roles a person goes on approving whatever they approve; any other may leave seats unattended. */
export const keepsSeats = (role: Role | undefined): boolean =>
  role === undefined || role === 'admin' || role === 'approver'
