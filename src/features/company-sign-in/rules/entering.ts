/**
 * Who may be signed in by a company's provider. The provider is the word of the company alone, and its administrators may
 * be hostile: it opens accounts of the company's own people and nobody else's, whatever it claims.
 */
import { mailDomain } from '#features/company-sign-in/rules/domains.ts'
import type { Membership, Person } from '#features/identity/rules.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type Claims = {
  readonly issuer: string
  readonly email: string | null
  readonly isEmailVerified: boolean | null
  readonly hostedDomain: string | null
}

/** The company's settings that judge what its provider says. */
export type Trust = {
  readonly trustsAddresses: boolean
  /** Verified domains of this company. */
  readonly domains: readonly string[]
}

export type EntryRefusal =
  | 'email_missing'
  | 'email_unverified'
  | 'domain_not_verified'
  | 'not_of_company'
  | 'person_deactivated'

/** Issuers at which many organisations have their people, each known by a claim. */
const sharedIssuers: ReadonlySet<string> = new Set([
  'https://accounts.google.com',
  'https://accounts.google.com/',
])

/** The mail address that a provider's word is good for. */
export function judgeClaims(
  { issuer, email, isEmailVerified, hostedDomain }: Claims,
  { trustsAddresses, domains }: Trust,
): { readonly email: string } | Refusal<EntryRefusal> {
  const said = email?.trim() ?? ''
  // ASCII is asked for before lower-casing, which would turn the kelvin sign (U+212A) into a k.
  const address = /^[\x21-\x7e]{1,254}$/.test(said) ? said.toLowerCase() : ''
  const domain = mailDomain(address)
  if (domain === null) return refuse('email_missing')
  // Said to be unverified is never trusted, said nothing of only where the company answers for it.
  const isGood = isEmailVerified === true || (isEmailVerified === null && trustsAddresses)
  if (!isGood) return refuse('email_unverified')
  if (!domains.includes(domain)) return refuse('domain_not_verified', { domain })
  const isOfOrganisation = hostedDomain !== null && domains.includes(hostedDomain.toLowerCase())
  if (sharedIssuers.has(issuer) && !isOfOrganisation) return refuse('domain_not_verified', { domain })
  return { email: address }
}

type Standing = Pick<Person, 'email' | 'role' | 'active' | 'memberships'>

const isElsewhere = (membership: Membership, companyId: string): boolean =>
  membership.usable && !membership.isSample && membership.companyId !== companyId

/**
 * Permission for a company's provider to sign somebody in. `invited`: an open invitation of this company waits for them.
 * Whoever works in another company too is refused, because the account is theirs in both.
 */
export function mayEnter(
  person: Standing | null,
  { companyId, domains }: { readonly companyId: string; readonly domains: readonly string[] },
  isInvited: boolean,
): true | Refusal<EntryRefusal> {
  if (person === null || person.role === 'admin_saas') return refuse('not_of_company')
  if (!domains.includes(mailDomain(person.email) ?? '')) return refuse('not_of_company')
  if (person.memberships.some(membership => isElsewhere(membership, companyId)))
    return refuse('not_of_company')
  const own = person.memberships.find(membership => membership.companyId === companyId)
  if (own === undefined) return isInvited ? true : refuse('not_of_company')
  return own.usable && person.active ? true : refuse('person_deactivated')
}

/**
 * True for whoever signs in by the company's provider alone, where it is required: those whom the provider can sign in.
 * Administrators who have a second factor keep their password, so that a provider that is gone or wrong locks nobody out.
 */
export function mustEnterByProvider(
  person: Standing & Pick<Person, 'hasSecondFactor'>,
  required: { readonly companyId: string; readonly domains: readonly string[] },
): boolean {
  if (person.role === 'admin' && person.hasSecondFactor) return false
  return mayEnter(person, required, false) === true
}
