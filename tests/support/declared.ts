// Holds every answer of every test to the description: a refusal that its endpoint does not declare becomes a 500.
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#kernel/endpoint.ts'
import { ProblemWire } from '#kernel/problem.ts'

export function holdToDescription(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    const kind =
      endpoint && typeof payload === 'string' ? undeclaredKind(endpoint, reply.statusCode, payload) : null
    if (kind === null) return payload
    reply.code(500).removeHeader('content-length')
    return JSON.stringify({ undeclared: kind, call: endpoint?.id })
  })
}

/** Kind of a refusal that the endpoint should declare and does not; null for every other answer. */
export function undeclaredKind(
  { method, path, refusals }: Endpoint,
  status: number,
  payload: string,
): string | null {
  if (status !== 409 && status !== 404) return null
  const kind = ProblemWire.parse(JSON.parse(payload)).type.replace('/problems/', '')
  const isDeclared = refusals.includes(kind)
  // A read answers 404 for what it does not find, and so does a call of an id; the rest says it.
  const mayMiss = method === 'GET' || path.includes(':')
  const isCommon = kind === 'in_flight' || (kind === 'not_found' && mayMiss)
  return isDeclared || isCommon ? null : kind
}
