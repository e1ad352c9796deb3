/** The OpenAPI 3.1 document, derived from the endpoint objects of the routes and from the schemas of the wire. */
import type { z } from 'zod'
import { ProblemWire } from '#kernel/problem.ts'
import type { Route } from '#server/http/route.ts'
import { problemName, refusalSchema, sharedResponses } from '#server/openapi/answers.ts'
import {
  type Example,
  type OtherCall,
  openPath,
  operation,
  otherOperation,
  type Security,
} from '#server/openapi/operations.ts'
import { isCommonRefusal, type ProblemKind, refusedStatus } from '#server/openapi/problem-kinds.ts'
import { type Json, openSchemas, type SchemaParts } from '#server/openapi/schemas.ts'
import { messageName, type ToldEvent, webhookHeaders, webhooks } from '#server/openapi/webhooks.ts'

export type Described = {
  readonly info: Json
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly routes: readonly {
    readonly tag: string
    readonly route: Route
    readonly security: Security
  }[]
  readonly others: readonly OtherCall[]
  /** Events that other systems are told, under their tag. */
  readonly told: { readonly tag: string; readonly events: readonly ToldEvent[] }
  readonly problems: ReadonlyMap<string, ProblemKind>
  readonly securitySchemes: Json
  readonly examples: { readonly [operationId: string]: Example }
  readonly wires: Pick<SchemaParts, 'named' | 'comments' | 'wordsOf'>
}

export function openApiDocument(described: Described): Json {
  const { info, tags, routes, others, told, problems, securitySchemes, examples, wires } = described
  const schemas = openSchemas({ ...wires, ...namesByCall(described) })
  const operations = [
    ...routes.map(({ tag, route, security }) => ({
      path: openPath(route.endpoint.path),
      method: route.endpoint.method,
      operation: operation({ tag, route, security }, schemas, examples[route.endpoint.id]),
    })),
    ...others.map(call => ({
      path: openPath(call.path),
      method: call.method,
      operation: otherOperation(call, schemas),
    })),
  ]
  const paths: { [path: string]: Json } = {}
  for (const one of operations)
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: one.operation }
  const calls = webhooks(told.events, told.tag, schemas)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags,
    paths,
    webhooks: calls,
    components: {
      securitySchemes,
      parameters: { IdempotencyKey: idempotencyKey, ...webhookHeaders },
      responses: sharedResponses(),
      schemas: {
        ...schemas.componentsOf([paths, calls, schemas.answered(ProblemWire)]),
        ...refusalSchemas(problems),
      },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'A new random text for each thing that is to happen, such as a UUID. A repetition with the same key and the same body answers as the first did and does nothing again, so that an unanswered request may be sent again safely. The same key with another body is refused (`idempotency_key_reused`).',
  schema: { type: 'string', minLength: 8, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' },
  example: '0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e10',
}

/** Refusals of calls, and what may be in the way of any of them. */
function refusalSchemas(problems: Described['problems']): Json {
  const refused = [...problems.values()].filter(
    ({ kind, statuses }) => statuses.includes(refusedStatus) && !isCommonRefusal(kind),
  )
  return Object.fromEntries(refused.map(problem => [problemName(problem.kind), refusalSchema(problem)]))
}

/** Schemas of requests and answers under the names of their calls. */
function namesByCall({ routes, others, told }: Described): Pick<SchemaParts, 'sent' | 'answered'> {
  const sent = new Map<z.ZodType, string>()
  const answered = new Map<z.ZodType, string>([[ProblemWire, 'Problem']])
  const announce = (roots: Map<z.ZodType, string>, schema: z.ZodType | undefined, name: string) => {
    if (schema && !roots.has(schema)) roots.set(schema, name)
  }
  for (const { endpoint } of routes.map(({ route }) => route)) {
    announce(sent, endpoint.body, componentName(endpoint.id, 'Request'))
    announce(sent, endpoint.query, componentName(endpoint.id, 'Query'))
    announce(sent, endpoint.params, componentName(endpoint.id, 'Path'))
    announce(answered, endpoint.response, componentName(endpoint.id, 'Response'))
  }
  for (const { id, body, query, params, answers } of others) {
    announce(sent, body, componentName(id, 'Request'))
    announce(sent, query, componentName(id, 'Query'))
    announce(sent, params, componentName(id, 'Path'))
    for (const { schema } of answers) announce(answered, schema, componentName(id, 'Response'))
  }
  for (const { event, body } of told.events) announce(answered, body, messageName(event))
  return { sent, answered }
}

/** `SaveFlowDraftRequest` of `saveFlowDraft`. */
export const componentName = (id: string, part: string): string =>
  id.charAt(0).toUpperCase() + id.slice(1) + part
