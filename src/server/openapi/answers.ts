/** Answers of the API that many calls share: what goes wrong before, around and inside the business. */

import type { Endpoint } from '#kernel/endpoint.ts'
import { problemType } from '#kernel/problem.ts'
import { commonProblems } from '#kernel/problem-titles.ts'
import type { Route } from '#server/http/route.ts'
import { isCommonRefusal, type ProblemKind, refusedStatus } from '#server/openapi/problem-kinds.ts'
import { type Json, referenceTo } from '#server/openapi/schemas.ts'

/** Statuses that calls share, with the name of their component and what they mean. */
const shared = {
  400: { name: 'BadRequest', means: 'The request cannot be read, or lacks its idempotency key.' },
  401: { name: 'Unauthenticated', means: 'No token, or one that is no longer valid.' },
  403: {
    name: 'Forbidden',
    means: 'The person may not do this, or not without a second factor; or the API token lacks the scope.',
  },
  404: { name: 'NotFound', means: 'It does not exist, or the person may not see it.' },
  413: { name: 'TooLarge', means: 'The body is too large.' },
  415: { name: 'UnsupportedType', means: 'The body has a media type that is not read here.' },
  422: { name: 'Invalid', means: 'Fields are wrong: `issues` names each with a JSON pointer.' },
  429: {
    name: 'TooManyRequests',
    means: 'Too many requests: `Retry-After` says for how many seconds to wait.',
  },
  500: { name: 'Unexpected', means: 'A fault of the server, which has been logged.' },
  503: {
    name: 'Busy',
    means: 'The system is busy: try again after `Retry-After` seconds, with the same key.',
  },
  507: { name: 'StorageFull', means: 'There is no room for files.' },
} as const

export type SharedStatus = keyof typeof shared

const retryAfter = {
  'Retry-After': {
    description: 'Seconds after which a further try may succeed.',
    schema: { type: 'integer', minimum: 0 },
  },
}

/** The responses that calls refer to, each with an example of every problem that it may carry. */
export function sharedResponses(): Json {
  const ofStatus = (status: number) =>
    Object.entries(commonProblems).filter(([, one]) => one.status === status)
  return Object.fromEntries(
    Object.entries(shared).map(([status, { name, means }]) => [
      name,
      {
        description: means,
        ...(status === '429' || status === '503' ? { headers: retryAfter } : {}),
        content: {
          'application/problem+json': {
            schema: { $ref: referenceTo('Problem') },
            examples: Object.fromEntries(
              ofStatus(Number(status)).map(([kind, { title }]) => [
                kind,
                { value: problemExample(kind, Number(status), title) },
              ]),
            ),
          },
        },
      },
    ]),
  )
}

const exampleIssues = [{ pointer: '/reason', code: 'too_small', message: 'Motivo requerido' }]

const problemExample = (kind: string, status: number, title: string) => ({
  type: problemType(kind),
  title,
  status,
  ...(kind === 'invalid' ? { issues: exampleIssues } : {}),
  requestId: '0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e10',
})

export const sharedAnswers = (statuses: readonly SharedStatus[]): Json =>
  Object.fromEntries(
    statuses.map(status => [status, { $ref: `#/components/responses/${shared[status].name}` }]),
  )

/** Statuses besides success that a call may answer, but for its refusals. */
export function answerStatuses({ endpoint, kind }: Route): readonly SharedStatus[] {
  const isWrite = endpoint.method !== 'GET'
  const mayMiss = kind === 'read' || endpoint.path.includes(':') || endpoint.refusals.includes('not_found')
  const isPublic = kind === 'public'
  const statuses: readonly (SharedStatus | false)[] = [
    isWrite && 400,
    !isPublic && 401,
    (!isPublic || endpoint.refusals.includes('forbidden')) && 403,
    mayMiss && 404,
    isWrite && 413,
    isWrite && 415,
    422,
    429,
    500,
    503,
  ]
  return statuses.filter(status => status !== false)
}

/** The refusals of a call: the type of each is one of a closed set. */
export function conflictAnswer({ refusals, idempotent }: Pick<Endpoint, 'refusals' | 'idempotent'>): Json {
  const kinds = [...refusals.filter(kind => !isCommonRefusal(kind)), ...(idempotent ? ['in_flight'] : [])]
  if (kinds.length === 0) return {}
  const references = kinds.map(kind => ({ $ref: referenceTo(problemName(kind)) }))
  const mapping = Object.fromEntries(kinds.map(kind => [problemType(kind), referenceTo(problemName(kind))]))
  const [first] = references
  const schema =
    references.length === 1 ? first : { oneOf: references, discriminator: { propertyName: 'type', mapping } }
  return {
    409: {
      description: `Refused: ${kinds.map(kind => `\`${kind}\``).join(', ')}. Nothing has changed.`,
      content: { 'application/problem+json': { schema } },
    },
  }
}

/** `StaleRevisionProblem` of `stale_revision`. */
export const problemName = (kind: string): string =>
  `${kind.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Problem`

/** The schema of a refusal: its type is constant, its facts are those that its sentence names. */
export function refusalSchema({ kind, titles, facts }: ProblemKind): Json {
  const value = { type: ['string', 'number', 'boolean', 'null'] }
  const named = Object.fromEntries(
    facts.map(name => [name, { ...value, description: 'Named in the sentence.' }]),
  )
  return {
    type: 'object',
    description: titles.join(' / '),
    properties: {
      type: { type: 'string', description: 'Kind of the problem: stable.', const: problemType(kind) },
      title: { type: 'string', description: 'A sentence for people, in Spanish.', examples: titles },
      status: { type: 'integer', description: 'HTTP status.', const: refusedStatus },
      facts: {
        type: 'object',
        description: 'What explains the refusal: amounts, names, the current state.',
        ...(facts.length > 0 ? { properties: named } : { additionalProperties: value }),
      },
      requestId: { type: 'string', description: 'Id of the request, which the server’s log also has.' },
    },
    required: ['type', 'title', 'status'],
  }
}
