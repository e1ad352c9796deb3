/** A span of each request, by the pattern of its route: part of the caller's trace where that says which (`traceparent`). */
import { type Context, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loggedRoute } from '#server/http/logged-route.ts'
import { tracer } from '#server/traces/spans.ts'

/** Routes that stay open, or are asked by machines all the time. */
const untraced = new Set(['/api/live', '/healthz', '/readyz'])

/** Traces every request of a server. To be called before its routes are mounted. */
export function traceRequests(http: FastifyInstance): void {
  const running = new WeakMap<FastifyRequest, Context>()
  const inside = (request: FastifyRequest, work: () => void) =>
    context.with(running.get(request) ?? context.active(), work)
  const end = (request: FastifyRequest, reply: FastifyReply) => {
    const span = trace.getSpan(running.get(request) ?? context.active())
    // An answer that was sent ends it first, and its connection's end comes after.
    if (!span?.isRecording()) return
    span.setAttribute('http.response.status_code', reply.statusCode)
    if (request.caller) span.setAttribute('user.id', request.caller.userId)
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  http.addHook('onRequest', (request, reply, done) => {
    const route = loggedRoute(request)
    if (untraced.has(route)) return done()
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'visto_bueno.request_id': request.id,
    }
    const caller = propagation.extract(context.active(), request.headers)
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller)
    running.set(request, trace.setSpan(caller, span))
    // Whoever leaves before the answer has no response.
    reply.raw.once('close', () => end(request, reply))
    inside(request, done)
  })
  // The body arrives on the connection, which knows no request.
  http.addHook('preValidation', (request, _reply, done) => inside(request, done))
  http.addHook('onResponse', (request, reply, done) => {
    end(request, reply)
    done()
  })
}
