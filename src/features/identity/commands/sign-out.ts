/** Sign-out, of this session or of others of the person. */
import { endSessions } from '#features/identity/commands/end-sessions.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import type { LiveSession } from '#features/identity/commands/session.ts'
import { identityFact } from '#features/identity/facts.ts'
import type { SignOutScope } from '#features/identity/rules.ts'

/** Ends this session, the person's other sessions, or all of them, from the next request on. */
export async function signOut(
  identity: Identity,
  { session }: LiveSession,
  scope: SignOutScope,
): Promise<void> {
  const { id, userId, companyId } = session
  const fact = identityFact('session.signed_out', id, { after: { scope } })
  const which = { global: {}, local: { only: id }, others: { except: id } }[scope]
  await endSessions(identity, { userId, companyId, fact, ...which })
}
