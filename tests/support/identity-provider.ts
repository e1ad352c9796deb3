// A real provider of identities on this machine, and a browser that signs in at it; and a forged one that says anything.
import { once } from 'node:events'
import http from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const clientId = 'visto-bueno'
export const clientSecret = 'a-secret-of-the-provider-with-enough-characters'

/** Who signs in at the provider now, and what it says of them; null: they give up. */
export type Somebody = {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
} | null

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

const hour = 3600

/** Starts one. `inToken`: it tells the address in the token itself, and not only when it is asked. */
export async function startIdentityProvider(
  redirectUris: readonly string[],
  { inToken = false }: { readonly inToken?: boolean } = {},
) {
  const server = http.createServer()
  const issuer = await listen(server)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const people = new Map<string, NonNullable<Somebody>>()
  let next: Somebody = null
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a-key-of-cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !inToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: async (_, id) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      Session: hour,
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const result = next === null ? { error: 'access_denied' } : { login: { accountId: next.sub } }
    void provider.interactionFinished(request, response, result)
  })
  return {
    issuer,
    /** Says who signs in from now on. */
    signsIn: (somebody: Somebody) => {
      next = somebody
      if (somebody) people.set(somebody.sub, somebody)
    },
    close: () => close(server),
  }
}

/** A browser of its own follows the provider's pages until they send it back: the query with which it comes. */
export async function followProvider(url: string): Promise<{ page: string; answer: string }> {
  const cookies = new Map<string, string>()
  let at = url
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} at ${at}: ${await response.text()}`)
    const target = new URL(location, at)
    if (target.origin !== new URL(url).origin)
      return { page: target.pathname, answer: target.search.slice(1) }
    at = target.href
  }
  throw new Error('the provider sends around in circles')
}

/** Claims that a forged provider puts into its token, over those of a sound one. */
export type Forged = Readonly<Record<string, unknown>>
export type Forger = Awaited<ReturnType<typeof startForger>>

/** A provider in hostile hands: whoever comes with whatever code gets a token that says what the test wants. */
export async function startForger() {
  const server = http.createServer()
  const issuer = await listen(server)
  const sound = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(sound.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  const state: {
    claims: Forged
    metadata: Forged
    isForeignKey: boolean
    answering: 'well' | 'refusing' | 'failing' | 'never'
    tokenCalls: number
  } = { claims: {}, metadata: {}, isForeignKey: false, answering: 'well', tokenCalls: 0 }
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (state.answering === 'never') return
    if (pathname === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...state.metadata,
      })
    if (pathname === '/jwks') return send({ keys: [jwk] })
    state.tokenCalls += 1
    if (state.answering === 'refusing') return send({ error: 'invalid_grant' }, 400)
    if (state.answering === 'failing') return response.writeHead(502).end('no')
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...state.claims }
    const { privateKey } = state.isForeignKey ? other : sound
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(privateKey)
    return send({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken })
  })
  return { issuer, state, close: () => close(server) }
}

async function listen(server: http.Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

async function close(server: http.Server): Promise<void> {
  server.closeAllConnections()
  server.close()
}
