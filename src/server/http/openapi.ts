/** The OpenAPI 3.1 document, derived from the endpoint objects of the routes. */
import { z } from 'zod'
import type { Endpoint } from '#kernel/endpoint.ts'
import { ProblemWire } from '#kernel/problem.ts'
import type { Route } from '#server/http/route.ts'

export function openApi(routes: readonly Route[], product: string): object {
  const paths: { [path: string]: { [method: string]: object } } = {}
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: product, version: '1', description: 'API de aprobación y control de pedidos.' },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schema(ProblemWire, 'output') },
    },
  }
}

function operation({ endpoint, kind }: Route): object {
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(kind === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [idempotencyHeader] : []),
    ],
    ...(hasBody ? { requestBody: { content: json(schema(endpoint.body, 'input')) } } : {}),
    responses: {
      200: { description: 'Hecho', content: json(schema(endpoint.response, 'output')) },
      default: {
        description: ['Problema', ...refusalLines(endpoint)].join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 8, maxLength: 100 },
}

function refusalLines({ refusals }: Endpoint): string[] {
  return refusals.length === 0 ? [] : [`409: ${refusals.map(kind => `/problems/${kind}`).join(', ')}`]
}

const json = (body: object) => ({ 'application/json': { schema: body } })

function schema(type: z.ZodType, io: 'input' | 'output'): object {
  return z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' })
}

function parameters(type: z.ZodType, place: 'path' | 'query'): object[] {
  const described = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return Object.entries(described.properties ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || Boolean(described.required?.includes(name)),
    schema: value,
  }))
}
