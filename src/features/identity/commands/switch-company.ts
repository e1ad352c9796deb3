/** Switch of a session to another company of its person. */
import { identityFact } from '#features/identity/facts.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { admitSession } from '#features/identity/store/sessions.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'
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
  // A sample closes with the company for whose administrator it was made, which its own transaction does not see.
  const person = await readAsPerson(db, userId, tx => loadPerson(tx, userId))
  const wanted = person?.memberships.find(membership => membership.companyId === companyId)
  if (!wanted?.usable) return refuse('not_found')
  return asSystem(db, companyId, async tx => {
    const before = await admitSession(tx, sessionId, userId)
    if (!before) return refuse('not_found')
    if (before.companyId === companyId) return { companyId }
    await record(tx, { userId }, identityFact('session.entered_company', sessionId, {}))
    return { companyId }
  })
}
