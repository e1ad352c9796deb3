/**
 * Impersonation: reads only, each recorded with the impersonator and the impersonated person. Reads are recorded where they
 * are answered, writes here, where they are refused.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newId } from '#kernel/ids.ts'
import { problemType } from '#kernel/problem.ts'
import type { Authenticate, Claims } from '#server/auth/session.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { bearsApiToken } from '#server/http/api-token-calls.ts'
import { loggedPath } from '#server/http/logged-route.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

type Impersonation = Pick<Claims, 'impersonator' | 'companyId' | 'sessionId' | 'userId'>

/**
 * Records a request under impersonation before it is answered: a request that cannot be recorded is not served. Nothing
 * is written for an ended session, whose request will be refused.
 */
export async function recordImpersonatedRequest(
  db: Db,
  impersonation: Impersonation,
  request: FastifyRequest,
): Promise<void> {
  const { impersonator, companyId, sessionId, userId } = impersonation
  if (impersonator === null || companyId === null) return
  const path = loggedPath(request)
  await asSystem(db, companyId, async tx => {
    const live = await tx.one(sql`
      select id from session where id = ${sessionId} and user_id = ${userId}
        and acting_user_id = ${impersonator.userId} and company_id = ${companyId} and not_after > ${tx.now}`)
    if (!live) return
    await tx.runOne(sql`
      insert into viewed_request (company_id, id, at, session_id, acting_user_id, user_id, method, path, request_id)
      values (${companyId}, ${newId(tx.now.getTime())}, ${tx.now}, ${sessionId}, ${impersonator.userId}, ${userId},
        ${request.method}, ${path}, ${request.id})`)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that changes nothing, whatever its method. */
    readonly isRead?: boolean
  }
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses every write under impersonation, before its body is read. */
export function refuseChanges(
  app: FastifyInstance,
  { db, authenticate }: { readonly db: Db; readonly authenticate: Authenticate },
): void {
  app.addHook('onRequest', async request => {
    const { authorization } = request.headers
    const isRead = readMethods.has(request.method) || request.routeOptions.config.isRead === true
    // An API token never impersonates.
    if (isRead || authorization === undefined || bearsApiToken(request)) return
    const claims = await authenticate(authorization).catch(nullIfUnauthenticated)
    if (claims === null || claims.impersonator === null) return
    await recordImpersonatedRequest(db, claims, request)
    throw commonProblem('impersonating')
  })
}

/**
 * Null for an invalid or expired token, which the route itself refuses in its own format. Any other error is thrown at
 * once: if the route asked again, a request would wait twice for a database that does not answer.
 */
function nullIfUnauthenticated(error: unknown): null {
  if (error instanceof ProblemError && error.problem.type === problemType('unauthenticated')) return null
  throw error
}

/** Replaces every ability (`can`) in an answer by `refusal`, so that screens offer nothing that would be refused. */
export function withoutAbilities(value: unknown, refusal: { refused: string; text: string }): unknown {
  if (Array.isArray(value)) return value.map(item => withoutAbilities(item, refusal))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'can' ? refusedAbilities(inner, refusal) : withoutAbilities(inner, refusal),
    ]),
  )
}

/** Each ability of a set, or the only one of a thing, as its refusal. */
function refusedAbilities(can: unknown, refusal: unknown): unknown {
  const isSet = typeof can === 'object' && can !== null && !('refused' in can)
  return isSet ? Object.fromEntries(Object.keys(can).map(verb => [verb, refusal])) : refusal
}
