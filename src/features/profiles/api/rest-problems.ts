/** Errors of the official client's wire: a code of PostgreSQL or of its gateway, and a message for people. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RestError } from '#features/profiles/wire.ts'
import { sqlState } from '#server/database/db.ts'
import { toProblemError } from '#server/http/errors.ts'
import { ProblemError } from '#server/problems.ts'

const noTable = ({ url }: FastifyRequest): RestError => {
  const table = (url.split('?')[0] ?? '').split('/').at(-1) ?? ''
  const message = `Could not find the table 'public.${table.slice(0, 80)}' in the schema cache`
  return new RestError(404, 'PGRST205', message)
}

export function answerRestErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => send(reply, noTable(request)))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof RestError) return send(reply, error)
    // A pattern that ends in the middle of an escape.
    if (sqlState(error) === '22025')
      return send(reply, new RestError(400, '22025', 'invalid escape in pattern'))
    const { problem, retryAfterSeconds } =
      error instanceof ProblemError ? error : toProblemError(error, request)
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
    return send(
      reply,
      new RestError(problem.status, codeByStatus[problem.status] ?? 'PGRST000', problem.title),
    )
  })
}

const codeByStatus: { readonly [status: number]: string } = {
  400: 'PGRST100',
  401: 'PGRST301',
  403: '42501',
  404: 'PGRST205',
  413: 'PGRST102',
}

function send(reply: FastifyReply, { status, code, message, details }: RestError): FastifyReply {
  return reply.code(status).send({ code, message, details, hint: null })
}
