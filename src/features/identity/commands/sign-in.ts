import { randomBytes } from 'node:crypto'
import { type Identity, issue, type Origin } from '#features/identity/commands/issue.ts'
import { traced } from '#features/identity/commands/trace.ts'
import {
  type IdentityRefusal,
  type Membership,
  maySignIn,
  type Person,
  sessionLimits,
  workingCompany,
} from '#features/identity/rules.ts'
import {
  type Credentials,
  findCredentials,
  loadPerson,
  savePasswordHash,
  saveSignIn,
} from '#features/identity/store/accounts.ts'
import { insertSession, type Session } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import { asPerson } from '#server/person.ts'

/** An unknown address and a wrong password take the same work and give the same answer. */
export async function signIn(
  identity: Identity,
  { email, password }: { email: string; password: string },
  from: Origin,
): Promise<SessionWire | Refusal<IdentityRefusal>> {
  const known = await findCredentials(outsideAnyTransaction(identity.db), email)
  const isRight = await identity.passwords.verify(known?.passwordHash ?? null, password)
  if (!known || !isRight) {
    tellOfFailure(identity, known, from)
    return refuse('invalid_credentials')
  }
  const person = await asPerson(identity.db, known.id, tx => loadPerson(tx, tx.userId))
  if (!person) return refuse('invalid_credentials')
  const verdict = maySignIn(person)
  if (isRefusal(verdict)) return verdict
  await renewHash(identity, known, password)
  return openSession(identity, person, from)
}

async function openSession(identity: Identity, person: Person, from: Origin): Promise<SessionWire> {
  const company = workingCompany(person, null)
  const session = newSession(person, company, 'password')
  const event = {
    action: 'session.signed_in',
    object: { type: 'session', id: session.id },
    after: { ip: from.ip },
  }
  await traced(identity, { companyId: session.companyId, actorId: person.id, event }, async on => {
    await insertSession(on, session, from)
    await saveSignIn(on, person.id, session.rotatedAt)
    return true
  })
  return issue(identity, session, { ...person, lastSignInAt: session.rotatedAt }, company)
}

/** Not awaited: an address that exists must not take longer to refuse. */
function tellOfFailure(identity: Identity, known: Credentials | null, from: Origin): void {
  if (!known) {
    identity.log.info({ ip: from.ip }, 'sign-in failed: no such account')
    return
  }
  identity.inBackground(journalFailure(identity, known.id, from))
}

async function journalFailure(identity: Identity, userId: string, from: Origin): Promise<void> {
  const person = await asPerson(identity.db, userId, tx => loadPerson(tx, userId))
  const company = person && workingCompany(person, null)
  const event = {
    action: 'session.sign_in_failed',
    object: { type: 'account', id: userId },
    after: { ip: from.ip },
  }
  await traced(identity, { companyId: company?.companyId ?? null, actorId: null, event }, async () => true)
}

/** A hash of weaker parameters than today's is made anew while the password is at hand. */
async function renewHash({ db, passwords }: Identity, known: Credentials, password: string): Promise<void> {
  if (known.passwordHash === null || !passwords.isOutdated(known.passwordHash)) return
  const hash = await passwords.hash(password)
  await savePasswordHash(outsideAnyTransaction(db), known.id, hash, clock.now())
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
    ...{ parentId: null, actingUserId: null },
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
  }
}
