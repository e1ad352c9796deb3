/** Answers of SCIM: bodies of its own content type, and every error in its own shape (RFC 7644, section 3.12). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ScimError } from '#features/scim/rules/scim-error.ts'
import { toProblemError } from '#server/http/errors.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

const mediaType = 'application/scim+json; charset=utf-8'

export function sendScim(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('content-type', mediaType)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body))
}

/** Answers every error of these routes, those of the plumbing too. `note`: keeps the refusal of a change. */
export function answerScimErrors(
  app: FastifyInstance,
  note: (request: FastifyRequest, error: ScimError) => Promise<void>,
): void {
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new ScimError(404, null, 'Esta dirección no existe en SCIM.')),
  )
  app.setErrorHandler(async (error, request, reply) => {
    const scim = error instanceof ScimError ? error : fromPlumbing(error, request)
    await note(request, scim)
    return sendError(reply, scim)
  })
}

function fromPlumbing(error: unknown, request: FastifyRequest): ScimError {
  const { problem, retryAfterSeconds, cause } =
    error instanceof ProblemError ? error : toProblemError(error, request)
  if (cause !== undefined) request.log.error({ err: cause }, problem.type)
  const detail = [problem.title, problem.detail].filter(Boolean).join(' ')
  const scimType = problem.status === 400 ? 'invalidSyntax' : null
  return new ScimError(problem.status, scimType, detail, null, retryAfterSeconds)
}

function sendError(
  reply: FastifyReply,
  { status, scimType, message, retryAfterSeconds }: ScimError,
): FastifyReply {
  if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return sendScim(reply, status, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail: message,
  })
}

const accepted = /^application\/(scim\+)?json\s*(;|$)/i

/** Parses bodies of JSON under both of its names; an empty one counts as absent. */
export function parseScim(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (!accepted.test(request.headers['content-type'] ?? '')) return done(commonProblem('unsupported_type'))
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body))
      done(null, text === '' ? undefined : JSON.parse(text))
    } catch {
      done(new ScimError(400, 'invalidSyntax', 'El cuerpo no es JSON.'))
    }
  })
}
