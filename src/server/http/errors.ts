/** Error handling: every failure is answered as problem+json. Server faults are logged once, with their cause; client errors are not. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '#kernel/ids.ts'
import { type Problem, problemType } from '#kernel/problem.ts'
import { type CommonProblem, commonProblems } from '#kernel/problem-titles.ts'
import { isDatabaseAway } from '#server/database/away.ts'
import { sqlState } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The outage log of the database: one line for an outage, not one for each failed request. */
    readonly databaseOutage: Outage
  }
}

const outageRestMs = 5_000

/** Answers every error of the routes as a problem, and logs an outage of the database once. */
export function answerErrors(app: FastifyInstance): void {
  const outage = new Outage(app.log, 'database busy or away', { restMs: outageRestMs })
  app.decorate('databaseOutage', outage)
  app.addHook('onResponse', (request, reply, done) => {
    // Only the API's routes have `isRead`, and each of them queries the database.
    if (reply.statusCode < 400 && request.routeOptions.config.isRead !== undefined) outage.worked()
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = error instanceof ProblemError ? error : toProblemError(error, request)
    if (problem.cause !== undefined) request.log.error({ err: problem.cause }, problem.problem.type)
    sendProblem(reply, request, problem)
  })
}

export function sendProblem(reply: FastifyReply, request: FastifyRequest, error: ProblemError): void {
  const problem: Problem = { ...error.problem, requestId: request.id }
  if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds)
  reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem))
}

/** Answers unreadable bytes (no HTTP, or endless headers) on the socket, because there is no request. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const kind = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'bad_request'
  const { status, title } = commonProblems[kind]
  const body = JSON.stringify({ type: problemType(kind), status, title, requestId: newId() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Problems for Fastify's own errors, by status. */
const byStatus: { readonly [status: number]: CommonProblem } = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_type',
}

/** The problem that answers an error: of Fastify, of the database, or an unexpected one, which is logged. */
export function toProblemError(error: unknown, request: FastifyRequest): ProblemError {
  const status = readStatus(error)
  if (status !== null && status < 500) return commonProblem(byStatus[status] ?? 'bad_request')
  // Text that PostgreSQL cannot hold (a NUL in a search): no person types it.
  if (sqlState(error) === '22021') return commonProblem('bad_request')
  if (isDatabaseAway(error)) {
    request.server.databaseOutage.failed(error, 'warn')
    return commonProblem('busy', {}, 2)
  }
  request.log.error({ err: error }, 'unexpected')
  return new ProblemError({ type: problemType('unexpected'), ...commonProblems.unexpected })
}

function readStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  return typeof error.statusCode === 'number' ? error.statusCode : null
}
