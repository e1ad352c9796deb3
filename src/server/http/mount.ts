/**
 * Mounting of the slices' routes on Fastify: from a request to the answer of its route, for each kind of
 * route.
 */
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { onlyReads } from '#kernel/actor.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { commonProblems } from '#kernel/problem-titles.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TokenScope } from '#kernel/token-scope.ts'
import { enforcePace, type Limits } from '#server/auth/limits.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Authenticate, Claims } from '#server/auth/session.ts'
import type { Db } from '#server/database/db.ts'
import { once, onceEach } from '#server/database/idempotency.ts'
import { livePerson } from '#server/database/person.ts'
import { withTenant } from '#server/database/tenant.ts'
import { bearsApiToken, readClaims } from '#server/http/api-token-calls.ts'
import { recordImpersonatedRequest, refuseChanges, withoutAbilities } from '#server/http/impersonation.ts'
import { inTime } from '#server/http/in-time.ts'
import type { Input, Origin, Route } from '#server/http/route.ts'
import { unknownFields } from '#server/http/unknown-fields.ts'
import { commonProblem, refusalProblem } from '#server/problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of a route's answers for the API; undefined for routes without an endpoint. */
    readonly endpoint?: Endpoint
  }
}

export type MountOptions = {
  readonly db: Db
  readonly authenticate: Authenticate
  /** Key for the digests of requests: a body may contain a password, which a plain digest would let others guess. */
  readonly secret: Secret
  /** Rate limits, for endpoints with a `pace`. */
  readonly limits: Limits
  /** The scope that an API token needs for a route; null where only a session may call. Absent: no token may call. */
  readonly scopeOf?: (route: Route) => TokenScope | null
}

/** Mounts every route of the slices on Fastify. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  refuseChanges(app, options)
  for (const route of routes) {
    app.route({
      method: route.endpoint.method,
      url: route.endpoint.path,
      ...(route.endpoint.bodyLimit === undefined ? {} : { bodyLimit: route.endpoint.bodyLimit }),
      config: { isRead: route.kind === 'read', endpoint: route.endpoint, ...scopeConfig(route, options) },
      handler: async (request, reply) => {
        const claims = route.kind === 'public' ? null : await authenticated(request, options)
        const work = () => answer(route, request, claims, options)
        const { value, reader } = await (mayTakeLong(route) ? work() : inTime(reply, 'requests', work))
        const withheld = claims?.impersonator != null ? impersonationRefusal : reader ? readerRefusal : null
        return sendAnswer(reply, route, value, withheld)
      },
    })
  }
}

/** True for work in steps, and for what may ask others than the database: a provider of identities, a push service. */
const mayTakeLong = ({ kind, endpoint }: Route): boolean =>
  kind === 'each' || kind === 'own' || kind === 'public' || endpoint.takesLong === true

/** The scope of a route, for API tokens; none for a route that asks nobody who calls. */
function scopeConfig(route: Route, { scopeOf }: MountOptions): { scope?: TokenScope | null } {
  return route.kind === 'public' || scopeOf === undefined ? {} : { scope: scopeOf(route) }
}

/** The claims of the bearer token. A request under impersonation is recorded before this returns. */
export async function authenticated(
  request: FastifyRequest,
  { authenticate, db }: Pick<MountOptions, 'authenticate' | 'db'>,
): Promise<Claims> {
  const claims = await readClaims(request, authenticate)
  await recordImpersonatedRequest(db, claims, request)
  return claims
}

/** The origin of a request: the client's address, as far as our own proxies vouch for it, and its user agent. */
export function requestOrigin(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null }
}

/** The value of a route; `reader`: true when it is a read for somebody who changes nothing of what it tells. */
type Answered = { readonly value: unknown; readonly reader: boolean }

async function answer(
  route: Route,
  request: FastifyRequest,
  claims: Claims | null,
  options: MountOptions,
): Promise<Answered> {
  if (route.kind !== 'read')
    return { value: await answerUnread(route, request, claims, options), reader: false }
  if (claims === null) throw commonProblem('unauthenticated')
  const { endpoint } = route
  const input = parse(endpoint, request)
  if (endpoint.pace) await enforcePace(options.limits, endpoint.pace, claims.userId)
  return withTenant(
    options.db,
    { claims, requestId: request.id, mode: 'read' },
    async (tx, actor): Promise<Answered> => ({
      value: await route.answer(tx, actor, input),
      reader: onlyReads(actor.role) && endpoint.forReaders !== true,
    }),
  )
}

/** Answers a request by the kind of its route: without a person, with a living person, or in the company's transaction. */
async function answerUnread(
  route: Exclude<Route, { kind: 'read' }>,
  request: FastifyRequest,
  claims: Claims | null,
  { db, secret, limits }: MountOptions,
): Promise<unknown> {
  if (route.kind === 'public') return route.answer(parse(route.endpoint, request), requestOrigin(request))
  if (claims === null) throw commonProblem('unauthenticated')
  if (route.kind === 'own' || route.kind === 'platform') {
    const self = await livePerson(db, claims, request.id, route.kind === 'platform')
    return route.answer(self, parse(route.endpoint, request))
  }
  const input = parse(route.endpoint, request)
  const caller = { claims, requestId: request.id, forReaders: route.endpoint.forReaders === true }
  if (route.endpoint.pace) await enforcePace(limits, route.endpoint.pace, claims.userId)
  if (route.kind === 'write' && !route.endpoint.idempotent) {
    const made = await withTenant(db, { ...caller, mode: 'write' }, (tx, actor) =>
      route.answer(tx, actor, input),
    )
    return presentResult(route, made)
  }
  const key = idempotencyKey(request, route.endpoint, input, secret)
  if (route.kind === 'each') return route.answer(onceEach(db, caller, key), input)
  return presentResult(route, await once(db, caller, key, (tx, actor) => route.answer(tx, actor, input)))
}

/** The response of a command: its result as the route presents it; null and refusals stay as they are. */
function presentResult({ present }: Extract<Route, { kind: 'write' }>, made: unknown): unknown {
  return made === null || isRefusal(made) ? made : present(made)
}

/** Sends the value as the response schema allows it; null is answered 404, a refusal with its problem. */
function sendAnswer(
  reply: FastifyReply,
  route: Route,
  value: unknown,
  withheld: AbilityRefusal | null,
): FastifyReply {
  if (value === null) throw commonProblem('not_found')
  if (isRefusal(value)) throw toProblem(value, route)
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')
  const body = route.endpoint.response.parse(value)
  return reply.send(JSON.stringify(withheld ? withoutAbilities(body, withheld) : body))
}

type AbilityRefusal = { readonly refused: string; readonly text: string }

/** The refusal that replaces every ability of somebody who only reads. */
const readerRefusal: AbilityRefusal = {
  refused: 'forbidden',
  text: 'Como auditor lees todo lo de la empresa y no cambias nada.',
}

/** The refusal that replaces every ability while impersonating. */
const impersonationRefusal = { refused: 'impersonating', text: commonProblems.impersonating.title }

function toProblem(refusal: Refusal, route: Route): Error {
  if (refusal.refused === 'not_found') return commonProblem('not_found')
  if (refusal.refused === 'forbidden') return commonProblem('forbidden')
  return refusalProblem(refusal.refused, route.words(refusal), refusal.facts, refusal.at)
}

function parse(endpoint: Endpoint, request: FastifyRequest): Input<Endpoint> {
  const parts = {
    params: endpoint.params.safeParse(request.params),
    query: endpoint.query.safeParse(request.query),
    body: endpoint.body.safeParse(request.body ?? {}),
  }
  // A malformed id is answered exactly as an unknown one.
  if (!parts.params.success) throw commonProblem('not_found')
  const wrong = [...validationIssues(parts.query, '/query'), ...validationIssues(parts.body, '')]
  // A misspelt name is told beside the field that is missing for it.
  const issues = bearsApiToken(request) ? [...wrong, ...unknownIssues(endpoint, request)] : wrong
  if (issues.length > 0) throw commonProblem('invalid', { issues })
  return { params: parts.params.data, query: parts.query.data, body: parts.body.data }
}

type Parsed = z.ZodSafeParseResult<unknown>

/** An absurd body may be wrong in a hundred thousand places: nobody mends it one by one. */
const maxIssues = 100

/** The first issues of an invalid input, each with its JSON pointer; none for a valid one. */
export function validationIssues(parsed: Parsed, prefix: string) {
  return (parsed.error?.issues ?? []).slice(0, maxIssues).map(issue => ({
    pointer: pointerTo(prefix, issue.path),
    code: issue.code,
    message: issue.message,
  }))
}

function pointerTo(prefix: string, path: readonly PropertyKey[]): string {
  const steps = path.map(step => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))
  return `${prefix}/${steps.join('/')}`
}

/** A program's request says nothing that is not heard: a misspelt field would be lost silently. */
function unknownIssues({ query, body }: Endpoint, request: FastifyRequest) {
  const pointers = [
    ...unknownFields(query, request.query).map(path => pointerTo('/query', path)),
    ...unknownFields(body, request.body).map(path => pointerTo('', path)),
  ]
  return pointers
    .slice(0, maxIssues)
    .map(pointer => ({ pointer, code: 'unrecognized_keys', message: 'Campo desconocido' }))
}

const keyShape = 'La cabecera Idempotency-Key lleva de 8 a 100 caracteres ASCII visibles.'

function idempotencyKey(request: FastifyRequest, endpoint: Endpoint, input: Input<Endpoint>, secret: Secret) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    throw commonProblem('idempotency_key_missing', key === undefined ? {} : { detail: keyShape })
  const { params, query, body } = request
  const digestsBy = (text: string) => {
    const digest = (value: unknown) =>
      createHmac('sha256', text).update(JSON.stringify(value)).digest('base64url')
    return { digest: digest(input), sentDigest: digest({ params, query, body: body ?? {} }) }
  }
  const others = secret.keys.filter(({ id }) => id !== secret.first.id)
  const otherDigests = others.flatMap(({ text }) => Object.values(digestsBy(text)))
  return { route: endpoint.id, key, ...digestsBy(secret.first.text), otherDigests }
}
