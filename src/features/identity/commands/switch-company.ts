/** Switch of a session to another company of its person. */
import { identityFact } from '#features/identity/facts.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { moveSessionToCompany } from '#features/identity/store/sessions.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'
import { asSystem } from '#server/database/tenant.ts'

/**
 * Moves a session into another of the person's companies, in a transaction of that company, which checks that the session
 * lives and its person is a member. For anybody else the company is not found.
 */
export async function switchActiveCompany(
  db: Db,
  { sessionId, userId }: Self,
  companyId: string,
): Promise<{ companyId: string } | Refusal<IdentityRefusal>> {
  // A sample company is closed while the company that it was made for is; only the person's own reading sees both.
  const person = await readAsPerson(db, userId, tx => loadPerson(tx, userId))
  const wanted = person?.memberships.find(membership => membership.companyId === companyId)
  if (!wanted?.usable) return refuse('not_found')
  return asSystem(db, companyId, async tx => {
    const before = await moveSessionToCompany(tx, sessionId, userId)
    if (!before) return refuse('not_found')
    if (before.companyId === companyId) return { companyId }
    await record(tx, { userId }, identityFact('session.entered_company', sessionId, {}))
    return { companyId }
  })
}
