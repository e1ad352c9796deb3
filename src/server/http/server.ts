/** The Fastify server: request ids, structured logs, strict headers, health checks, graceful stop. */
import { setTimeout as after } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { newId } from '#kernel/ids.ts'
import type { Claims } from '#server/auth/session.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { Draining } from '#server/http/draining.ts'
import { answerErrors, answerUnreadable, sendProblem, toProblemError } from '#server/http/errors.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { takeTurns } from '#server/http/in-time.ts'
import { loggedRoute } from '#server/http/logged-route.ts'
import { trustedProxies } from '#server/http/proxies.ts'
import { commonProblem } from '#server/problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever calls, once they are known (`readClaims`); for the log. */
    caller: Pick<Claims, 'userId' | 'companyId'> | null
  }
}

const bodyLimit = 1024 * 1024
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
/** Time within which a request must have arrived whole. */
const slowestMs = 60_000
/** Time after which a database that has not answered counts as away: whoever asks waits no longer either. */
const readyWithinMs = 2_000

type ServerOptions = {
  readonly trustedProxyHops?: number
  readonly slowest?: number
  readonly draining?: Draining
}

export function newServer(
  log: Logger,
  { trustedProxyHops = 0, slowest = slowestMs, draining = new Draining() }: ServerOptions = {},
): FastifyInstance {
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => requestId(request.headers['x-request-id']),
    bodyLimit,
    trustProxy: trustedProxies(trustedProxyHops),
    routerOptions: { maxParamLength: 4000, ignoreTrailingSlash: true },
    requestTimeout: slowest,
    // Node checks for slow requests only at this interval.
    http: { requestTimeout: slowest, headersTimeout: slowest, connectionsCheckingInterval: slowest / 20 },
    forceCloseConnections: 'idle',
    // A request that meets the end on a connection that is open is served, and told to close it.
    return503OnClosing: false,
    // A malformed URL reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id)
      sendProblem(reply, request, toProblemError(error, request))
    },
    clientErrorHandler: answerUnreadable,
  })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = loggedRoute(request)
    // A health check that is well says nothing, and would be most of a quiet night's log.
    const level = healthChecks.has(route) && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level]({
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller && { user: request.caller.userId, company: request.caller.companyId }),
    })
    done()
  })
  closeConnectionsOnStop(app, draining)
  dropRestOfRefused(app)
  answerErrors(app)
  takeTurns(app)
  return app
}

/**
 * While draining and stopping, every answer closes its connection: one kept alive by a browser would prevent the exit,
 * and one kept alive by a proxy would carry a request just when it closes.
 */
function closeConnectionsOnStop(app: FastifyInstance, draining: Draining): void {
  let isStopping = false
  app.addHook('preClose', done => {
    isStopping = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping || draining.hasBegun) reply.header('connection', 'close')
    done()
  })
}

/**
 * Receives and drops the rest of an upload that was answered before its end, as too large or on a full disk: left unread,
 * it would hold up the next request of its connection.
 */
function dropRestOfRefused(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) raw.unpipe().resume()
    done()
  })
}

/** Health checks. `/healthz`: the process runs. `/readyz`: the database answers, and the program is not about to end. */
export function mountHealth(app: FastifyInstance, db: Db, draining: Draining): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.hasBegun) return reply.code(503).send({ ok: false, draining: true })
    try {
      const isReady = db.run(sql`select 1 as ok`).then(() => true)
      if (await Promise.race([isReady, after(readyWithinMs, false, { ref: false })])) return { ok: true }
      return reply.code(503).send({ ok: false })
    } catch {
      return reply.code(503).send({ ok: false })
    }
  })
}

/** The server of a node that only works behind the answers: health checks, and nothing else. */
export function newHealthServer(log: Logger, db: Db, draining: Draining): FastifyInstance {
  const app = newServer(log, { draining })
  app.setNotFoundHandler(() => {
    throw commonProblem('not_found')
  })
  mountHealth(app, db, draining)
  return app
}

function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(header) ? header : newId()
}
