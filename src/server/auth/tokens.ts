/**
 * Access tokens: ES256 JWTs in the shape of the official client. A token proves only that we signed it: each request
 * reads from the rows that its session and person are still active.
 */
import { errors, type JWK, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type Role, roles } from '#kernel/actor.ts'
import { isUuid } from '#kernel/ids.ts'
import { looksLikeApiToken } from '#server/auth/api-token-text.ts'
import type { PrivateJwk } from '#server/auth/private-jwk.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { type Assurance, type Authenticate, assurances, type Claims } from '#server/auth/session.ts'
import { configuredKeys, KeyRing, type KeySet, loadKeys } from '#server/auth/signing-keys.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { commonProblem } from '#server/problems.ts'

export type AccessToken = { readonly token: string; readonly expiresIn: number; readonly expiresAt: number }

/** The content of an access token: a person, their session and the company they work in. */
export type TokenContent = {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly role: Role
  readonly companyId: string | null
  readonly appMetadata: { readonly [name: string]: unknown }
  readonly userMetadata: { readonly [name: string]: unknown }
  readonly aal: Assurance
  /** The impersonator: the claim `act` of RFC 8693, in a token that lives half an hour. Null outside impersonation. */
  readonly impersonator: { readonly userId: string; readonly sessionId: string } | null
  readonly amr: readonly { readonly method: string; readonly timestamp: number }[]
  readonly counter: number
}

export type Tokens = {
  signAccessToken(content: TokenContent): Promise<AccessToken>
  /** @throws InvalidToken */
  verifyAccessToken(token: string): Promise<Claims>
  publicKeys(): Promise<readonly JWK[]>
}

/** A token that is not signed by us, expired, or malformed. */
export class InvalidToken extends Error {}

/** Lifetime of an impersonation's token. It is not renewed: a longer impersonation needs its reason anew. */
const impersonationSeconds = 30 * 60

const audience = 'authenticated'
const leewaySeconds = 5
const longestToken = 8192
const cacheSize = 5000

export type TokenOptions = {
  readonly secret: Secret
  /** `<public origin>/auth/v1`. */
  readonly issuer: string
  readonly isStrict?: boolean
  /** Test mode: a key that replaces those of the database. */
  readonly signingJwk?: PrivateJwk | null
}

export function openTokens(db: Db, { secret, issuer, isStrict = false, signingJwk }: TokenOptions): Tokens {
  const keys = new KeyRing(() => (signingJwk ? configuredKeys(signingJwk) : loadKeys(db, secret)))
  const cache = new VerifiedTokens()
  return {
    signAccessToken: async content => sign(content, issuer, (await keys.current()).signer),
    verifyAccessToken: async token => {
      const cached = cache.get(token)
      if (cached && (await keys.verifier(cached.kid))) return cached.claims
      const { claims, expiresAt, kid } = await verify(token, issuer, keys)
      const verified = { ...claims, isStrict }
      cache.put(token, { claims: verified, expiresAt, kid })
      return verified
    },
    publicKeys: async () => (await keys.current()).published,
  }
}

/** Authentication of our own API by its Authorization header. */
export function authenticator(tokens: Tokens): Authenticate {
  return async authorization => {
    const token = parseBearer(authorization)
    if (token === null) throw commonProblem('unauthenticated')
    // An API token where only a session may call: what may be called with one is answered by its grant.
    if (looksLikeApiToken(token)) throw commonProblem('token_scope')
    try {
      return await tokens.verifyAccessToken(token)
    } catch (error) {
      throw error instanceof InvalidToken ? commonProblem('unauthenticated') : error
    }
  }
}

/** The token of a bearer header; null without one, and for the client's public key (`sb_…`), which names nobody. */
export function parseBearer(authorization: string | undefined): string | null {
  const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
  return token === undefined || token.startsWith('sb_') ? null : token
}

/** A person's full name, computed as the liveness query does (session.ts): a difference would run every request twice. */
export function fullName(name: string, lastName: string): string {
  return `${name} ${lastName}`.replace(/^ +| +$/g, '')
}

/** Lifetime of a token: platform operators have the most power and so the shortest. */
const lifetimeSeconds = ({ role, impersonator }: TokenContent): number => {
  if (impersonator !== null) return impersonationSeconds
  return role === 'admin_saas' ? 900 : 3600
}

async function sign(content: TokenContent, issuer: string, signer: KeySet['signer']): Promise<AccessToken> {
  const issuedAt = Math.floor(clock.now().getTime() / 1000)
  const expiresIn = lifetimeSeconds(content)
  const expiresAt = issuedAt + expiresIn
  const token = await new SignJWT({
    email: content.email,
    phone: '',
    app_metadata: content.appMetadata,
    user_metadata: content.userMetadata,
    role: audience,
    aal: content.aal,
    amr: content.amr,
    session_id: content.sessionId,
    is_anonymous: false,
    ...(content.companyId === null ? {} : { tenant_id: content.companyId }),
    rtc: content.counter,
    ...(content.impersonator ? { act: toActClaim(content.impersonator) } : {}),
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signer.kid })
    .setIssuer(issuer)
    .setSubject(content.userId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(signer.key)
  return { token, expiresIn, expiresAt }
}

const Uuid = z.string().refine(isUuid)

const Payload = z.object({
  sub: Uuid,
  session_id: Uuid,
  aud: z.literal(audience),
  exp: z.int(),
  rtc: z.int().nonnegative(),
  aal: z.enum(assurances),
  act: z.object({ sub: Uuid, session_id: Uuid }).optional(),
  app_metadata: z.object({
    role: z.enum(roles),
    company_id: Uuid.nullable(),
    client_id: Uuid.nullable(),
    provider_id: z.string().nullable(),
    time_zone: z.string(),
    is_sample: z.boolean().default(false),
  }),
  user_metadata: z.object({ name: z.string(), lastName: z.string() }),
})

/**
 * True for the configured issuer. On loopback (development, the demo) also for any other port: two copies of the
 * program on one database accept each other's tokens.
 */
function isOurIssuer(issuer: string, claimed: unknown): boolean {
  if (claimed === issuer) return true
  const portless = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/auth\/v1$/
  return portless.test(issuer) && typeof claimed === 'string' && portless.test(claimed)
}

async function verify(token: string, issuer: string, keys: KeyRing) {
  if (token.length > longestToken || !isCanonical(token)) throw new InvalidToken()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, header => keyFor(header, keys), {
      algorithms: ['ES256'],
      typ: 'JWT',
      audience,
      clockTolerance: leewaySeconds,
      currentDate: clock.now(),
      requiredClaims: ['sub', 'iat', 'exp', 'session_id'],
    })
    if (!isOurIssuer(issuer, payload.iss)) throw new InvalidToken()
    const content = Payload.parse(payload)
    return { claims: toClaims(content), expiresAt: content.exp, kid: protectedHeader.kid ?? '' }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw new InvalidToken()
    throw error
  }
}

/** The key of our own set that the header's `kid` names; keys that the header brings (jwk, jku, x5u) are ignored. */
async function keyFor({ kid, crit }: JWTHeaderParameters, keys: KeyRing) {
  const key = crit === undefined && kid !== undefined ? await keys.verifier(kid) : null
  if (!key) throw new InvalidToken()
  return key
}

function toClaims({
  sub,
  session_id,
  rtc,
  aal,
  act,
  app_metadata: app,
  user_metadata: user,
}: z.infer<typeof Payload>): Omit<Claims, 'isStrict'> {
  return {
    userId: sub,
    sessionId: session_id,
    companyId: app.company_id,
    role: app.role,
    name: fullName(user.name, user.lastName),
    clientId: app.client_id,
    providerId: app.provider_id,
    zone: app.time_zone,
    isSample: app.is_sample,
    counter: rtc,
    aal,
    impersonator: act ? { userId: act.sub } : null,
  }
}

const toActClaim = (impersonator: { userId: string; sessionId: string }) => ({
  sub: impersonator.userId,
  session_id: impersonator.sessionId,
})

/** True for the canonical spelling: three parts of base64url without stray bits, and a signature of 64 bytes. */
function isCanonical(token: string): boolean {
  const parts = token.split('.').map(text => ({ text, bytes: Buffer.from(text, 'base64url') }))
  const areCanonical = parts.every(({ text, bytes }) => text !== '' && bytes.toString('base64url') === text)
  return parts.length === 3 && areCanonical && parts[2]?.bytes.length === 64
}

type Verified = { readonly claims: Claims; readonly expiresAt: number; readonly kid: string }

/** LRU cache of verified tokens with their claims and the id of their key. */
class VerifiedTokens {
  readonly #known = new Map<string, Verified>()

  get(token: string): Verified | null {
    const known = this.#known.get(token)
    if (!known) return null
    this.#known.delete(token)
    if (known.expiresAt * 1000 <= clock.now().getTime()) return null
    this.#known.set(token, known)
    return known
  }

  put(token: string, verified: Verified): void {
    if (verified.expiresAt * 1000 <= clock.now().getTime()) return
    this.#known.set(token, verified)
    if (this.#known.size <= cacheSize) return
    const oldest = this.#known.keys().next().value
    if (oldest !== undefined) this.#known.delete(oldest)
  }
}
