/** Company sign-in: its settings, and what its administrators may do with them. */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Limit } from '#kernel/limit.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** `offered`: beside the password; `required`: instead of it, for people whose mail is of a verified domain. */
export const signInModes = ['off', 'offered', 'required'] as const
export type SignInMode = (typeof signInModes)[number]

export const longestIssuer = 300
export const longestClientId = 300
export const longestSecret = 1000
/** Most characters of the query with which a browser comes back. */
export const longestAnswer = 8000

export type SettingsRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'untrusted_account'
  | 'sample_company'
  | 'own_factor_missing'
  | 'stale_sign_in'
  | 'not_an_address'
  | 'not_https'
  | 'port_closed'
  | 'private_address'
  | 'shared_issuer'
  | 'secret_missing'
  | 'secret_unreadable'
  | 'provider_unreachable'
  | 'provider_wrong'
  | 'provider_missing'
  | 'domain_missing'
  | 'untested'
  | 'not_a_domain'
  | 'public_domain'
  | 'domain_known'
  | 'domain_taken'
  | 'too_many_domains'
  | 'record_missing'
  | 'last_domain'
  | 'not_linked'

type Keeper = Pick<Actor, 'role' | 'companySuspended' | 'untrustedReason' | 'isSample'>

export const maySeeSettings = ({ role }: Pick<Actor, 'role'>): true | Refusal<SettingsRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

/**
 * Permission to change how the company's people sign in: whoever may open the accounts of all of them has shown a second
 * factor of their own.
 */
export const mayChangeSettings = (actor: Keeper, hasFactor: boolean): true | Refusal<SettingsRefusal> =>
  firstRefusal<SettingsRefusal>(
    maySeeSettings(actor),
    actor.companySuspended ? refuse('company_suspended') : true,
    actor.isSample ? refuse('sample_company') : true,
    accountTrust(actor),
    hasFactor ? true : refuse('own_factor_missing'),
  )

export type Readiness = {
  readonly hasProvider: boolean
  readonly hasDomain: boolean
  /** True when the administrator who asks has signed in on trial with the settings as they are. */
  readonly isTested: boolean
}

/** Permission to choose a mode. Off may be chosen whatever the provider does. */
export function mayChoose(
  actor: Keeper,
  hasFactor: boolean,
  { hasProvider, hasDomain, isTested }: Readiness,
  mode: SignInMode,
): true | Refusal<SettingsRefusal> {
  return firstRefusal<SettingsRefusal>(
    mayChangeSettings(actor, hasFactor),
    hasProvider ? true : refuse('provider_missing'),
    mode === 'off' || hasDomain ? true : refuse('domain_missing'),
    mode !== 'required' || isTested ? true : refuse('untested'),
  )
}

/** Issuers of whole worlds, whose people are of no organisation in particular. */
export function isSharedIssuer(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer)
  return (
    hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)(\/|$)/.test(pathname)
  )
}

const minutes = (count: number) => count * 60

const ofAddress = (name: string, most: number): Limit => ({
  name,
  most,
  windowSeconds: minutes(15),
  isOfAddress: true,
})

/** As many as sign-ins by password from one network address. */
export const entryLimits = {
  domains: ofAddress('domains asked from an address', 300),
  begun: ofAddress('company sign-ins begun from an address', 100),
  finished: ofAddress('company sign-ins finished from an address', 100),
} as const
