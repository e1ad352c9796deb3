import type { Identity } from '#features/identity/commands/identity.ts'
import { stopImpersonating } from '#features/identity/commands/impersonate.ts'
import type { LiveSession } from '#features/identity/commands/session.ts'
import { traced } from '#features/identity/commands/trace.ts'
import type { SignOutScope } from '#features/identity/rules.ts'
import { deleteSession, deleteSessions } from '#features/identity/store/sessions.ts'

/** Ends this session, the person's others, or all of them: from the next request on. */
export async function signOut(
  identity: Identity,
  { session }: LiveSession,
  scope: SignOutScope,
): Promise<void> {
  const { id, userId, companyId } = session
  if (scope !== 'others') await stopImpersonating(identity, { sessionId: id, userId })
  const event = {
    action: 'session.signed_out',
    object: { type: 'session', id },
    after: { scope },
  }
  await traced(identity, { userId, companyId, actorId: userId, events: [event] }, async on => {
    if (scope === 'local') return deleteSession(on, id)
    await deleteSessions(on, userId, scope === 'others' ? id : null)
    return true
  })
}
