/** Helpers of identity's routes: each returns a part of the request, or throws the error that answers it. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { authError, refusalError } from '#features/identity/api/problems.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { type LiveSession, liveSession } from '#features/identity/commands/session.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { recordImpersonatedRequest } from '#server/http/impersonation.ts'

export function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (!isRecord(body)) throw authError('bad_json')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  // Custom messages of a schema are written for people; other issues only name their fields.
  const own = parsed.error.issues.find(issue => issue.code === 'custom')
  if (own) throw authError('validation_failed', own.message)
  const fields = parsed.error.issues.map(issue => issue.path.join('.') || 'body').join(', ')
  throw authError('validation_failed', `Invalid or missing: ${fields}`)
}

export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The live session of the request; @throws without one, and for a write while impersonating. */
export async function requireLiveSession(identity: Identity, request: FastifyRequest): Promise<LiveSession> {
  const live = await liveSession(identity, request.headers.authorization)
  if (typeof live === 'string') throw authError(live)
  const { userId, companyId, id: sessionId, impersonatorId } = live.session
  const impersonator = impersonatorId === null ? null : { userId: impersonatorId }
  await recordImpersonatedRequest(identity.db, { userId, companyId, sessionId, impersonator }, request)
  // Impersonation is read-only.
  if (live.session.parentId !== null && request.method !== 'GET') throw authError('impersonating')
  return live
}

/** The value, unless it is a refusal, which is thrown as the error that answers it. */
export function unlessRefused<T extends object>(value: T | Refusal<IdentityRefusal>): T {
  if (isRefusal(value)) throw refusalError(value)
  return value
}

/** The query parameters, parsed by hand: of a repeated parameter the first value counts, where Fastify makes a list. */
export function parseQuery(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1] ?? '')
}
