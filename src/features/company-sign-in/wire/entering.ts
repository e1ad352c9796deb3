/** Wire of signing in with a company's provider, and of its trial by an administrator. */
import { z } from 'zod'
import { longestAnswer } from '#features/company-sign-in/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { EmailWire, UuidWire } from '#kernel/wire.ts'

/** Secret that the browser makes and keeps in the tab: who brings it back has begun it. */
const BrowserSecretWire = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Secreto no válido')

export const AskedDomainWire = z.object({
  /** Domain of mail, as it stands behind the @. */
  domain: z.string().max(300).optional(),
})

export const getSignInOfDomain = endpoint({
  id: 'getSignInOfDomain',
  method: 'GET',
  path: '/api/company-sign-in',
  summary: 'Whether people with mail of a domain sign in with their company. It says nothing of anybody.',
  query: AskedDomainWire,
  response: z.object({
    /** True where the company’s provider may be used. */
    offered: z.boolean(),
    /** True where passwords do not open accounts of this domain. */
    required: z.boolean(),
  }),
  refusals: ['too_many_tries'],
})

const UrlWire = z.object({
  /** Page of the provider, to which the browser goes. */
  url: z.string(),
})

const ofProvider = ['provider_unreachable', 'provider_wrong'] as const
const ofAnswer = [...ofProvider, 'provider_refused', 'sign_in_cancelled', 'attempt_lost'] as const

export const BeginSignInWire = z.object({
  email: EmailWire,
  /** Secret that the browser makes and keeps: 32 random bytes in base64url. Who brings it back has begun it. */
  secret: BrowserSecretWire,
})

export const beginCompanySignIn = endpoint({
  id: 'beginCompanySignIn',
  method: 'POST',
  path: '/api/company-sign-in',
  summary:
    'Begins signing in with the company of a mail address: the page of its provider, which sends back.',
  body: BeginSignInWire,
  response: UrlWire,
  refusals: ['too_many_tries', 'not_offered', ...ofProvider],
})

export const ProviderAnswerWire = z.object({
  /** Secret with which this browser has begun. */
  secret: BrowserSecretWire,
  /** The query of the address to which the provider sent the browser, as it is. */
  answer: z.string().max(longestAnswer),
})

export const FinishSignInWire = z.object({
  /** Secret with which this browser has begun. */
  secret: BrowserSecretWire,
  /** The query of the address to which the provider sent the browser, as it is. */
  answer: z.string().max(longestAnswer),
  /** Company of the address to which the provider sent the browser. */
  companyId: UuidWire,
})

export const finishCompanySignIn = endpoint({
  id: 'finishCompanySignIn',
  method: 'POST',
  path: '/api/company-sign-in/sessions',
  summary: 'Ends signing in with the company: a session, for somebody of its own people alone.',
  body: FinishSignInWire,
  response: z.object({
    access_token: z.string(),
    refresh_token: z.string(),
  }),
  refusals: [
    ...ofAnswer,
    'too_many_tries',
    'not_offered',
    'email_missing',
    'email_unverified',
    'domain_not_verified',
    'not_of_company',
    'person_deactivated',
    'accept_first',
    'another_identity',
    'invitation_refused',
  ],
})

export const TrialWire = z.object({
  /** Secret that the browser makes and keeps: 32 random bytes in base64url. */
  secret: BrowserSecretWire,
})

export const beginSignInTest = endpoint({
  id: 'beginSignInTest',
  method: 'POST',
  path: '/api/company/sign-in/tests',
  summary: 'Begins a trial of the provider by an administrator: the page of the provider, which sends back.',
  body: TrialWire,
  response: UrlWire,
  refusals: [
    'forbidden',
    'company_suspended',
    'untrusted_account',
    'sample_company',
    'own_factor_missing',
    'provider_missing',
    'secret_unreadable',
    ...ofProvider,
  ],
  idempotent: true,
})

export const finishSignInTest = endpoint({
  id: 'finishSignInTest',
  method: 'POST',
  path: '/api/company/sign-in/tests/results',
  summary: 'Ends the trial: what the provider said of the administrator, and whether it would sign them in.',
  body: ProviderAnswerWire,
  response: z.object({
    /** Identity that the provider said. */
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    /** Null where the provider does not say it. */
    emailVerified: z.boolean().nullable(),
    /** True when the administrator would be signed in by it. */
    works: z.boolean(),
    /** Why not, in Spanish; null when it works. */
    reason: z.string().nullable(),
  }),
  refusals: ['forbidden', 'own_factor_missing', 'provider_missing', 'secret_unreadable', ...ofAnswer],
  idempotent: true,
})
