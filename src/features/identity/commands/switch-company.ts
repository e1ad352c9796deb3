import { identityFact } from '#features/identity/facts.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { admitSession } from '#features/identity/store/sessions.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import type { Self } from '#server/database/person.ts'
import { asSystem } from '#server/database/tenant.ts'

/**
 * Moves a session into another of the person's companies. The transaction belongs to the wanted company, and first
 * checks that the live session's person is a member: for anybody else the company is answered as unknown.
 */
export async function switchActiveCompany(
  db: Db,
  { sessionId, userId }: Self,
  companyId: string,
): Promise<{ companyId: string } | Refusal<IdentityRefusal>> {
  return asSystem(db, companyId, async tx => {
    const before = await admitSession(tx, sessionId, userId)
    if (!before) return refuse('not_found')
    if (before.companyId === companyId) return { companyId }
    await record(tx, { userId }, identityFact('session.entered_company', sessionId, {}))
    return { companyId }
  })
}
