/** Impersonation is looking, and everything that is looked at is written down with both people. */
import type { FastifyRequest } from 'fastify'
import { newId } from '#kernel/ids.ts'
import type { Db } from '#server/db.ts'
import type { Claims } from '#server/session.ts'
import { sql } from '#server/sql.ts'
import { asSystem } from '#server/tenant.ts'

/** Before it is answered: a request that cannot be recorded is not served. */
export async function recordViewing(db: Db, claims: Claims, request: FastifyRequest): Promise<void> {
  const { acting, companyId, sessionId, userId } = claims
  if (acting === null || companyId === null) return
  const path = (request.url.split('?', 1)[0] ?? '').slice(0, 500)
  await asSystem(db, companyId, tx =>
    tx.runOne(sql`
      insert into viewed_request (company_id, id, at, session_id, acting_user_id, user_id, method, path, request_id)
      values (${companyId}, ${newId(tx.now.getTime())}, ${tx.now}, ${sessionId}, ${acting.userId}, ${userId},
        ${request.method}, ${path}, ${request.id})`),
  )
}

/** What may not be done is not offered: every `can` of an answer says why instead. */
export function withoutAbilities(value: unknown, refusal: { refused: string; text: string }): unknown {
  if (Array.isArray(value)) return value.map(item => withoutAbilities(item, refusal))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'can' && typeof inner === 'object' && inner !== null
        ? Object.fromEntries(Object.keys(inner).map(verb => [verb, refusal]))
        : withoutAbilities(inner, refusal),
    ]),
  )
}
