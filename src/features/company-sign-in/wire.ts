/** Wire of the settings of company sign-in, for the company's administrators, and of domains, for the platform's. */
import { z } from 'zod'
import {
  longestClientId,
  longestIssuer,
  longestSecret,
  signInModes,
} from '#features/company-sign-in/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, EmailWire, lineWire, UuidWire } from '#kernel/wire.ts'

const ModeWire = z.enum(signInModes, { error: 'Elige cómo se entra' })
const RevisionWire = z.int().min(0).max(1_000_000)

export const SignInDomainWire = z.object({
  /** Domain of mail, in lower case. */
  domain: z.string(),
  /** DNS record of type TXT that verifies it: its name, and its value. */
  record: z.object({ name: z.string(), value: z.string() }),
  verifiedAt: z.string().nullable(),
  /** `dns`: by its record; `platform`: by the platform's administrators. Null before. */
  verifiedBy: z.enum(['dns', 'platform']).nullable(),
})
export type SignInDomainWire = z.infer<typeof SignInDomainWire>

export const CompanySignInWire = z.object({
  /** The provider of identities; null before it is set. Its secret is never told. */
  provider: z
    .object({
      /** Issuer: the address under which the provider describes itself. */
      issuer: z.string(),
      /** Id that the provider has given to this program. */
      clientId: z.string(),
      /** True where the provider does not say whether it verified an address, and the company answers for it. */
      trustsAddresses: z.boolean(),
    })
    .nullable(),
  /** Way in which people of verified domains sign in. */
  mode: ModeWire,
  /** 0 before a provider is set. */
  revision: z.int(),
  /** Address to which the provider sends people back: it is registered there. */
  redirectUri: z.string(),
  domains: z.array(SignInDomainWire),
  /** When the administrator who asks signed in on trial with the settings as they are; null when they have not. */
  testedAt: z.string().nullable(),
  /** `off`, `offered` and `required`: the ability to choose each mode. */
  can: z.object({
    change: AbilityWire,
    test: AbilityWire,
    off: AbilityWire,
    offered: AbilityWire,
    required: AbilityWire,
  }),
})
export type CompanySignInWire = z.infer<typeof CompanySignInWire>

export const getCompanySignIn = endpoint({
  id: 'getCompanySignIn',
  method: 'GET',
  path: '/api/company/sign-in',
  summary:
    'How the people of the company sign in with its own provider of identities, and its domains of mail.',
  response: CompanySignInWire,
})

const common = [
  'forbidden',
  'company_suspended',
  'untrusted_account',
  'sample_company',
  'own_factor_missing',
] as const
const ofProvider = ['provider_unreachable', 'provider_wrong'] as const

export const SaveCompanySignInWire = z.object({
  /** Issuer of the provider: an address of `https://` under which it describes itself (OpenID Connect Discovery). */
  issuer: lineWire(longestIssuer, 'Dirección requerida'),
  clientId: lineWire(longestClientId, 'Identificador requerido'),
  /** Secret that the provider has given; empty keeps the one that is kept. */
  clientSecret: z.string().trim().max(longestSecret),
  /** True where the provider does not say whether it verified an address, and the company answers for it. */
  trustsAddresses: z.boolean(),
  revision: RevisionWire,
})
/** Provider as a form of it asks for it. */
export const SignInProviderWire = SaveCompanySignInWire.omit({ revision: true })
export type SignInProviderWire = z.infer<typeof SignInProviderWire>

export const saveCompanySignIn = endpoint({
  id: 'saveCompanySignIn',
  method: 'PUT',
  path: '/api/company/sign-in',
  summary:
    'Sets the provider, which must describe itself under its issuer. With another issuer or client, sign-in is off again.',
  body: SaveCompanySignInWire,
  response: CompanySignInWire,
  refusals: [
    ...common,
    ...ofProvider,
    'stale_sign_in',
    'not_an_address',
    'not_https',
    'port_closed',
    'private_address',
    'shared_issuer',
    'secret_missing',
  ],
  idempotent: true,
})

export const chooseSignInMode = endpoint({
  id: 'chooseSignInMode',
  method: 'PUT',
  path: '/api/company/sign-in/mode',
  summary: 'Offers the provider beside the password, requires it instead of the password, or neither.',
  body: z.object({ mode: ModeWire, revision: RevisionWire }),
  response: CompanySignInWire,
  refusals: [...common, 'stale_sign_in', 'provider_missing', 'domain_missing', 'untested'],
})

export const unlinkFromProvider = endpoint({
  id: 'unlinkFromProvider',
  method: 'POST',
  path: '/api/company/sign-in/unlinked',
  summary:
    'Forgets who a person is at the provider, which has made their account anew, and ends their sessions in the company.',
  body: z.object({
    /** Address of the person here. */
    email: EmailWire,
  }),
  response: CompanySignInWire,
  refusals: [...common, 'not_linked'],
  idempotent: true,
})

export const MailDomainWire = z.object({
  /** Domain of mail, as it stands behind the @. */
  domain: lineWire(253, 'Dominio requerido'),
})

/** A domain of the list, as it is written there. */
const DomainParams = z.object({
  domain: z
    .string()
    .max(253)
    .regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/),
})

export const addSignInDomain = endpoint({
  id: 'addSignInDomain',
  method: 'POST',
  path: '/api/company/sign-in/domains',
  summary: 'Says that a domain of mail is of the company. Nobody signs in by it before it is verified.',
  body: MailDomainWire,
  response: CompanySignInWire,
  refusals: [...common, 'not_a_domain', 'public_domain', 'domain_known', 'too_many_domains'],
  idempotent: true,
})

export const checkSignInDomain = endpoint({
  id: 'checkSignInDomain',
  method: 'POST',
  path: '/api/company/sign-in/domains/:domain/checks',
  summary: 'Looks for the record of a domain in its DNS, by which it is verified.',
  params: DomainParams,
  response: CompanySignInWire,
  refusals: [...common, 'not_found', 'record_missing', 'domain_taken'],
  idempotent: true,
})

export const removeSignInDomain = endpoint({
  id: 'removeSignInDomain',
  method: 'DELETE',
  path: '/api/company/sign-in/domains/:domain',
  summary:
    'Takes a domain away: its people sign in as before. The last verified one only once sign-in is off.',
  params: DomainParams,
  response: CompanySignInWire,
  refusals: [...common, 'not_found', 'last_domain'],
})

export const verifySignInDomain = endpoint({
  id: 'verifySignInDomain',
  method: 'POST',
  path: '/api/platform/companies/:companyId/sign-in-domains',
  summary:
    'Verifies a domain of mail for a company, by the word of the platform: it is of no other company then.',
  params: z.object({ companyId: UuidWire }),
  body: MailDomainWire,
  response: z.object({ domain: z.string() }),
  refusals: ['not_a_domain', 'public_domain', 'domain_taken'],
})

export const endCompanySignIn = endpoint({
  id: 'endCompanySignIn',
  method: 'DELETE',
  path: '/api/platform/companies/:companyId/sign-in',
  summary:
    'Switches the company sign-in off for a company whose provider and administrators are both gone: passwords work again.',
  params: z.object({ companyId: UuidWire }),
  response: z.object({ mode: ModeWire }),
  refusals: ['provider_missing'],
})
