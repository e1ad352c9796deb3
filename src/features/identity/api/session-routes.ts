/**
 * Our own calls about the session itself. They are no routes of a company: the session may work in none
 * yet, and the company it asks for is not the one it has.
 */
import type { FastifyInstance } from 'fastify'
import { enterCompany } from '#features/identity/commands/switch-company.ts'
import { switchCompany } from '#features/identity/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { Db } from '#server/db.ts'
import { commonProblem } from '#server/problems.ts'
import type { Authenticate } from '#server/session.ts'

export function mountSession(
  app: FastifyInstance,
  { db, authenticate }: { readonly db: Db; readonly authenticate: Authenticate },
): void {
  app.post(switchCompany.path, async (request, reply) => {
    const claims = await authenticate(request.headers.authorization)
    const body = switchCompany.body.safeParse(request.body ?? {})
    if (!body.success) throw commonProblem('invalid', { issues: [companyMissing] })
    const entered = await enterCompany(db, claims, body.data.companyId.toLowerCase())
    if (isRefusal(entered)) throw commonProblem('not_found')
    return reply.header('cache-control', 'no-store').send(entered)
  })
}

const companyMissing = { pointer: '/companyId', code: 'invalid', message: 'Elige una empresa' }
