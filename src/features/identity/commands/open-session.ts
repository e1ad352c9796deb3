import { randomBytes } from 'node:crypto'
import type { Identity } from '#features/identity/commands/identity.ts'
import { issue } from '#features/identity/commands/issue.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { type Membership, type Person, sessionLimits, workingCompany } from '#features/identity/rules.ts'
import { saveSignIn } from '#features/identity/store/accounts.ts'
import { insertSession, type Session } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import type { Origin } from '#server/http/route.ts'

export type Entrance = {
  /** `password`, `recovery`, `invite`, `otp`: what the session says of how it began. */
  readonly method: string
  /** Spends what the person came with, in the same transaction; false when somebody else was faster. */
  readonly spend?: (on: Statements) => Promise<boolean>
}

/** Null when what the person came with has just been spent by somebody else. */
export async function openSession(
  identity: Identity,
  person: Person,
  from: Origin,
  { method, spend }: Entrance,
): Promise<SessionWire | null> {
  const company = workingCompany(person, null)
  const session = newSession(person, company, method)
  const event = {
    action: 'session.signed_in',
    object: { type: 'session', id: session.id },
    after: { ip: from.ip, method },
  }
  const { companyId } = session
  const isOpen = await traced(
    identity,
    { userId: person.id, companyId, actorId: person.id, event },
    async on => {
      if (spend && !(await spend(on))) return false
      await insertSession(on, session, from)
      await saveSignIn(on, person.id, session.rotatedAt)
      return true
    },
  )
  return isOpen ? issue(identity, session, { ...person, lastSignInAt: session.rotatedAt }, company) : null
}

function newSession(person: Person, company: Membership | null, method: string): Session {
  const now = clock.now()
  const { idleMs, absoluteMs } = sessionLimits(person.role)
  return {
    id: newId(now.getTime()),
    userId: person.id,
    companyId: company?.companyId ?? null,
    hmacKey: randomBytes(32),
    ...{ counter: 0, minCounter: 0, seenCounter: 0 },
    rotatedAt: now.toISOString(),
    notAfter: new Date(now.getTime() + absoluteMs).toISOString(),
    idleAfter: new Date(now.getTime() + idleMs).toISOString(),
    aal: 'aal1',
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    ...{ parentId: null, actingUserId: null },
  }
}
