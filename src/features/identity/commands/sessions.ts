/** Open sessions of a person, which they see and end. */
import { endSessions } from '#features/identity/commands/end-sessions.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { identityFact } from '#features/identity/facts.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { findOpenSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { deviceLabel } from '#features/identity/text/devices.ts'
import type { SessionEntry } from '#features/identity/wire/sessions.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import type { Self } from '#server/database/person.ts'

export async function openSessions(
  { db }: Identity,
  { userId, sessionId }: Self,
): Promise<{ sessions: SessionEntry[] }> {
  const found = await findOpenSessions(outsideAnyTransaction(db), userId, clock.now())
  const sessions = found.map(({ companyId: _, userAgent, ...session }) => ({
    ...session,
    device: deviceLabel(userAgent),
    isCurrent: session.id === sessionId,
  }))
  return { sessions }
}

/** Ends one of the person's own sessions, from its next request on. Another person's session is answered as unknown. */
export async function endOwnSession(
  identity: Identity,
  { userId }: Self,
  sessionId: string,
): Promise<{ ended: true } | Refusal<IdentityRefusal>> {
  const found = await findOpenSessions(outsideAnyTransaction(identity.db), userId, clock.now())
  const session = found.find(({ id }) => id === sessionId)
  if (!session) return refuse('not_found')
  const fact = identityFact('session.ended', sessionId, {})
  const { companyId } = session
  const ended = await endSessions(identity, { userId, companyId, fact, only: sessionId })
  return ended > 0 ? { ended: true } : refuse('not_found')
}
