/** Metrics of requests: how many, how they ended and how long they took, by the pattern of their route and nothing else. */
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { loggedRoute } from '#server/http/logged-route.ts'

/** Seconds. Most answers come within 50 ms; five seconds are the longest that a statement may take. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Routes that stay open, or are asked by machines: their duration says nothing of what people wait for. */
const untimed = new Set(['/api/live', '/healthz', '/readyz'])

/** Observes every answer of a server. To be called before its routes are mounted. */
export function observeRequests(http: FastifyInstance, registry: Registry): void {
  const total = new Counter({
    name: 'visto_bueno_requests_total',
    help: 'Requests answered, by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'visto_bueno_request_seconds',
    help: 'Time from a request to the end of its answer, by route pattern.',
    labelNames: ['method', 'route'],
    buckets,
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = loggedRoute(request)
    total.inc({ method, route, status: reply.statusCode })
    if (!untimed.has(route)) seconds.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })
}
