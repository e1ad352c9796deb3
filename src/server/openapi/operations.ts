/** Operations of the API's description: one for each route, and one for each call that no endpoint describes. */
import type { z } from 'zod'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Route } from '#server/http/route.ts'
import { answerStatuses, conflictAnswer, type SharedStatus, sharedAnswers } from '#server/openapi/answers.ts'
import type { Json, Schemas } from '#server/openapi/schemas.ts'

/** Examples of a call, as they are sent and answered. */
export type Example = { readonly body?: unknown; readonly response?: unknown }

/** Security schemes, of which one suffices, each with the scopes that it needs; none for anybody. */
export type Security = readonly { readonly [scheme: string]: readonly string[] }[]

/** A call that no endpoint describes, because its body or its answer is no JSON of ours. */
export type OtherCall = {
  readonly id: string
  readonly tag: string
  readonly method: Endpoint['method']
  /** With `:name` for each parameter. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly security: Security
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Media type of the body; JSON unless said. */
  readonly sends?: string
  readonly answers: readonly OtherAnswer[]
  /** Problems of ours that it may answer besides. */
  readonly problems: readonly SharedStatus[]
  readonly refusals?: readonly string[]
}

export type OtherAnswer = {
  readonly status: number
  readonly description: string
  readonly schema?: z.ZodType
  /** Media types of a file. */
  readonly files?: readonly string[]
}

export const openPath = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}')

export function operation(
  { tag, route, security }: { tag: string; route: Route; security: Security },
  schemas: Schemas,
  { body, response }: Example = {},
): Json {
  const { endpoint } = route
  return {
    operationId: endpoint.id,
    tags: [tag],
    summary: endpoint.summary,
    security,
    ...withParameters([
      ...parameters('path', schemas.fields(endpoint.params)),
      ...parameters('query', schemas.fields(endpoint.query)),
      ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ]),
    ...requestBody(schemas, endpoint.body, { example: body }),
    responses: {
      200: { description: 'Done.', content: json(schemas.answered(endpoint.response), response) },
      ...conflictAnswer(endpoint),
      ...sharedAnswers(answerStatuses(route)),
    },
  }
}

export function otherOperation(call: OtherCall, schemas: Schemas): Json {
  const { id, tag, summary, description, security, params, query, body, sends, answers, problems } = call
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security,
    ...withParameters([
      ...(params ? parameters('path', schemas.fields(params)) : []),
      ...(query ? parameters('query', schemas.fields(query)) : []),
    ]),
    ...(body ? requestBody(schemas, body, { sends }) : {}),
    responses: {
      ...Object.fromEntries(answers.map(answer => [answer.status, otherAnswer(answer, schemas)])),
      ...conflictAnswer({ refusals: call.refusals ?? [], idempotent: false }),
      ...sharedAnswers(problems),
    },
  }
}

function otherAnswer({ description, schema, files = [] }: OtherAnswer, schemas: Schemas): Json {
  const asFile = files.map(type => [type, { schema: fileSchema(type) }])
  if (schema) return { description, content: json(schemas.answered(schema)) }
  return files.length === 0 ? { description } : { description, content: Object.fromEntries(asFile) }
}

const fileSchema = (type: string): Json =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', contentMediaType: type }

/** A body is required when an empty one is refused. */
function requestBody(
  schemas: Schemas,
  body: z.ZodType,
  { sends = 'application/json', example }: { sends?: string | undefined; example?: unknown },
): Json {
  const fields = Object.values(schemas.fields(body))
  const schema = schemas.sent(body)
  if (fields.length === 0 && schema.$ref === undefined) return {}
  const required = !body.safeParse({}).success
  const content = { [sends]: { schema, ...(example === undefined ? {} : { example }) } }
  return { requestBody: { required, content } }
}

const withParameters = (list: readonly Json[]): Json => (list.length === 0 ? {} : { parameters: list })

function parameters(place: 'path' | 'query', fields: ReturnType<Schemas['fields']>): Json[] {
  return Object.entries(fields).map(
    ([
      name,
      {
        schema: { description, ...schema },
        isRequired,
      },
    ]) => ({
      name,
      in: place,
      required: place === 'path' || isRequired,
      ...(description === undefined ? {} : { description }),
      schema,
    }),
  )
}

const json = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})
