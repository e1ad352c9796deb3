/**
 * A client of providers of identities (OpenID Connect): authorization code with PKCE, state and nonce. What a provider
 * says is trusted for nothing but who somebody is there; whoever answers, no call goes beyond its bounds, and what goes
 * wrong with a provider is a value.
 */
import * as oidc from 'openid-client'
import type { OutwardFetch } from '#server/http/outward-fetch.ts'
import { addressFault, type Reach } from '#server/http/reach.ts'

/** Why a provider did not say who somebody is. */
export type ProviderFault =
  /** No answer: not there, not in time, or at an address that may not be called. */
  | 'provider_unreachable'
  /** An answer that a provider does not give: another issuer, another audience, a signature that does not fit … */
  | 'provider_wrong'
  /** It knows us not: the client's id or secret, the redirect address or the code are none of its own. */
  | 'provider_refused'
  /** The person, or the provider's own rules, ended it there. */
  | 'sign_in_cancelled'

export type ProviderClient = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

type Described = Pick<ProviderClient, 'issuer' | 'clientId'>

/** Claims of a provider about somebody. */
export type ProviderClaims = {
  readonly issuer: string
  readonly subject: string
  /** As it was said, whatever it is; null without one. */
  readonly email: string | null
  /** Null where the provider does not say it. */
  readonly isEmailVerified: boolean | null
  /** Organisation at a provider of many (`hd` at Google); null where there is none. */
  readonly hostedDomain: string | null
}

/** Proofs that tie an answer to the browser that asked for it. */
export type Proofs = { readonly state: string; readonly nonce: string; readonly verifier: string }

export type Outcome<T> = T | { readonly fault: ProviderFault }

export type Providers = {
  /** Asks for the provider's own description, which must be of this issuer. */
  check(client: Described): Promise<Outcome<{ readonly issuer: string }>>
  /** Address to which the browser goes. `hint`: the mail address that the person has typed. */
  begin(
    client: ProviderClient,
    proofs: Proofs,
    hint: string | null,
  ): Promise<Outcome<{ readonly url: string }>>
  /** `answer`: the query with which the browser came back. */
  finish(client: ProviderClient, proofs: Proofs, answer: string): Promise<Outcome<ProviderClaims>>
}

export type ProvidersOptions = { readonly reach: Reach; readonly fetch: OutwardFetch }

/** Seconds by which the provider's clock may differ from ours. */
const clockToleranceSeconds = 30
const timeoutSeconds = 10

export function openProviders({ reach, fetch }: ProvidersOptions): Providers {
  const readMetadata = (client: Described) => described(client, { reach, fetch })
  const discover = async (client: ProviderClient) =>
    withSecret(await readMetadata(client), client, { reach, fetch })
  return {
    check: client =>
      withoutThrowing(async () => {
        const { issuer } = await readMetadata(client)
        return { issuer }
      }),
    begin: (client, proofs, hint) =>
      withoutThrowing(async () => {
        const config = await discover(client)
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: client.redirectUri,
          scope: 'openid email profile',
          state: proofs.state,
          nonce: proofs.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(proofs.verifier),
          code_challenge_method: 'S256',
          ...(hint === null ? {} : { login_hint: hint }),
        })
        // A browser is sent nowhere but to a page.
        if (!mayShow(url, reach)) throw new NoProvider()
        return { url: url.href }
      }),
    finish: (client, proofs, answer) => withoutThrowing(() => finished(client, proofs, answer, discover)),
  }
}

/** Description of the provider by itself. */
async function described(
  client: Described,
  { reach, fetch }: ProvidersOptions,
): Promise<oidc.ServerMetadata> {
  const target = new URL(client.issuer)
  const config = await oidc.discovery(
    target,
    client.clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    undefined,
    {
      timeout: timeoutSeconds,
      [oidc.customFetch]: reachable(fetch),
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(reach.allowsLoopback && target.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
  const metadata = config.serverMetadata()
  // The library lets providers of many organisations answer with another issuer: whoever signs in there is anybody.
  if (URL.parse(metadata.issuer)?.href !== target.href) throw new NoProvider()
  return metadata
}

/** The client as the provider wants it to show its secret: in the header, unless it only takes it in the body. */
function withSecret(
  metadata: oidc.ServerMetadata,
  client: ProviderClient,
  { reach, fetch }: ProvidersOptions,
) {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(client.clientSecret)
    : oidc.ClientSecretPost(client.clientSecret)
  const whole = new oidc.Configuration(
    metadata,
    client.clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    auth,
  )
  whole[oidc.customFetch] = reachable(fetch)
  whole.timeout = timeoutSeconds
  oidc.enableNonRepudiationChecks(whole)
  if (reach.allowsLoopback && client.issuer.startsWith('http:')) oidc.allowInsecureRequests(whole)
  return whole
}

async function finished(
  client: ProviderClient,
  { state, nonce, verifier }: Proofs,
  answer: string,
  discover: (client: ProviderClient) => Promise<oidc.Configuration>,
): Promise<ProviderClaims> {
  const config = await discover(client)
  const url = new URL(client.redirectUri)
  url.search = answer
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new NoProvider()
  const isInToken = typeof claims.email === 'string'
  const said: Readonly<Record<string, unknown>> =
    isInToken || config.serverMetadata().userinfo_endpoint === undefined
      ? claims
      : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
  return {
    issuer: client.issuer,
    subject: claims.sub,
    email: typeof said.email === 'string' ? said.email : null,
    isEmailVerified: verifiedFrom(said.email_verified),
    hostedDomain: typeof claims.hd === 'string' ? claims.hd : null,
  }
}

/** Some providers write it as a word. */
const verifiedFrom = (value: unknown): boolean | null => {
  if (value === undefined || value === null) return null
  return value === true || value === 'true'
}

class Unreachable extends Error {}
class NoProvider extends Error {}

/** The library's `fetch`: what no answer comes back from is known again among its errors. */
const reachable =
  (fetch: OutwardFetch): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    try {
      return await fetch(url, {
        method,
        headers,
        body: body === undefined || body === null ? null : String(body),
      })
    } catch (error) {
      throw new Unreachable('no answer of the provider', { cause: error })
    }
  }

/** True for a page that a browser may be sent to: of https, or on this machine where that is allowed. */
const mayShow = (url: URL, reach: Reach): boolean => {
  const page = new URL(url)
  page.hash = ''
  return addressFault(page.href, reach) === null
}

async function withoutThrowing<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return await work()
  } catch (error) {
    return { fault: faultFrom(error) }
  }
}

function faultFrom(error: unknown): ProviderFault {
  if (error instanceof oidc.AuthorizationResponseError)
    return cancellations.has(error.error) ? 'sign_in_cancelled' : 'provider_refused'
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError)
    return error.status < 500 ? 'provider_refused' : 'provider_unreachable'
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Unreachable) return 'provider_unreachable'
  return 'provider_wrong'
}

const cancellations: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])
