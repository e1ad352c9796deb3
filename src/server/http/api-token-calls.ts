/**
 * Calls with an API token. Before a route that says its scope (`config.scope`) is answered, the bearer's token is found,
 * counted against the limits of token and company, and held against the scope. A route that says none is closed to every
 * token: `authenticated` refuses what has no grant here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limit } from '#kernel/limit.ts'
import type { TokenScope } from '#kernel/token-scope.ts'
import { tokenEndedText } from '#server/auth/api-token-liveness.ts'
import { scopeProblem } from '#server/auth/api-token-scope.ts'
import { looksLikeApiToken } from '#server/auth/api-token-text.ts'
import type { ApiTokens, Grant } from '#server/auth/api-tokens.ts'
import type { Counted, Limits } from '#server/auth/limits.ts'
import type { Authenticate, Claims } from '#server/auth/session.ts'
import { parseBearer } from '#server/auth/tokens.ts'
import { inTime } from '#server/http/in-time.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scope that an API token needs; null when only a session may call. Undefined: the route asks nobody who calls. */
    readonly scope?: TokenScope | null
  }
  interface FastifyRequest {
    /** Grant of this request's API token; null for a session. */
    grant: Grant | null
  }
}

export type TokenCallOptions = { readonly apiTokens: ApiTokens; readonly limits: Limits }

/** Calls in a minute that one token makes, and that all tokens of a company make together. */
export const tokenLimits = {
  token: { name: 'token', most: 600, windowSeconds: 60, isOfAddress: false, isOfPace: true },
  company: { name: 'company', most: 3000, windowSeconds: 60, isOfAddress: false, isOfPace: true },
} as const satisfies { readonly [name: string]: Limit }

/** Hooks the API tokens in, before the routes that they may call are mounted. */
export function acceptApiTokens(app: FastifyInstance, { apiTokens, limits }: TokenCallOptions): void {
  app.decorateRequest('grant', null)
  app.addHook('onRequest', async (request, reply) => {
    const text = parseBearer(request.headers.authorization)
    const { scope } = request.routeOptions.config
    if (text === null || scope === undefined || !looksLikeApiToken(text)) return
    const grant = await apiTokens.find(text, work => inTime(reply, 'tokens', work))
    if (!grant) throw commonProblem('unauthenticated', { title: tokenEndedText })
    request.caller = grant.claims
    await enforceLimits(limits, grant, reply)
    if (scope === null || !grant.scopes.has(scope)) throw scopeProblem(scope)
    request.grant = grant
  })
}

/** The claims of the bearer: of its API token, or of the session. @throws for a token where only a session may call. */
export async function readClaims(request: FastifyRequest, authenticate: Authenticate): Promise<Claims> {
  const { grant } = request
  if (grant) return grant.claims
  if (bearsApiToken(request)) throw scopeProblem(null)
  const claims = await authenticate(request.headers.authorization)
  request.caller = claims
  return claims
}

/** True for a request with an API token, or with what looks like one. */
export function bearsApiToken({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const text = parseBearer(headers.authorization)
  return text !== null && looksLikeApiToken(text)
}

async function enforceLimits(limits: Limits, { claims }: Grant, reply: FastifyReply): Promise<void> {
  const counted = await inTime(reply, 'tokenCounts', () =>
    limits.count([
      { limit: tokenLimits.token, subject: claims.tokenId },
      { limit: tokenLimits.company, subject: claims.companyId },
    ]),
  )
  if (counted.length === 0) return
  reply.headers(rateLimitHeaders(counted))
  const waits = counted.flatMap(each => (each.remaining < 0 ? [each.resetSeconds] : []))
  if (waits.length === 0) return
  const title = 'Demasiadas llamadas con claves de API. Espera y vuelve a intentarlo.'
  const { problem } = commonProblem('too_many_requests')
  throw new ProblemError({ ...problem, title }, Math.max(...waits))
}

/** The fields of draft-ietf-httpapi-ratelimit-headers: `"token";q=600;w=60` and `"token";r=599;t=42`. */
export function rateLimitHeaders(counted: readonly Counted[]) {
  const policies = counted.map(({ limit }) => `"${limit.name}";q=${limit.most};w=${limit.windowSeconds}`)
  const states = counted.map(
    ({ limit, remaining, resetSeconds }) => `"${limit.name}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  )
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}
