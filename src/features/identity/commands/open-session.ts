/** Opening of a session, once the person's credentials have been checked. */
import { randomBytes } from 'node:crypto'
import type { Identity } from '#features/identity/commands/identity.ts'
import { issueSession } from '#features/identity/commands/issue.ts'
import type { Spending } from '#features/identity/commands/spend.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { stepTakenAt } from '#features/identity/rules/confirmation.ts'
import { stepsWith } from '#features/identity/rules/factors.ts'
import { type Membership, type Person, sessionLimits, workingCompany } from '#features/identity/rules.ts'
import { saveSignIn } from '#features/identity/store/accounts.ts'
import { insertSession, type Session } from '#features/identity/store/sessions.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import type { Instant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import type { Assurance } from '#server/auth/session.ts'
import { clock } from '#server/clock.ts'
import type { Origin } from '#server/http/route.ts'

export type Entrance = {
  /** Authentication method recorded in the session: `password`, `recovery`, `invite`, `otp`, `company`, `webauthn`. */
  readonly method: string
  /** Proof that is spent in the transaction that opens the session: a link, or the answer of a passkey. */
  readonly spending?: Spending
  /** The hash with which the password was compared: the account must still have it. */
  readonly passwordHash?: string | null
  /** Company whose provider signs the person in: the session works in no other. */
  readonly boundTo?: string
  /** Instant at which the factor that opens it was made; absent for a password, a link or a company's provider. */
  readonly madeAt?: Instant
  /** Assurance of what the person has shown: one factor where absent. */
  readonly aal?: Assurance
}

/** The account has changed since its credentials were checked: the transaction rolls back. */
class CredentialsChanged extends Error {}

/** Opens a session. Null when what it spends has just been spent, or the account has changed since the check. */
export async function openSession(
  identity: Identity,
  person: Person,
  from: Origin,
  { method, spending, passwordHash = null, boundTo, madeAt, aal = 'aal1' }: Entrance,
): Promise<SessionWire | null> {
  const company = workingCompany(person, null, boundTo ?? null)
  const session = newSession(person, company, { method, madeAt, aal, boundTo: boundTo ?? null })
  const kind = boundTo === undefined ? 'session.signed_in' : 'session.signed_in_with_company'
  const began = identityFact(kind, session.id, { after: { ip: from.ip, method } })
  const facts = spending?.fact ? [spending.fact, began] : [began]
  const trace = { userId: person.id, companyId: session.companyId, actorId: person.id, facts }
  let after: Person | null = person
  const opening = traced(identity, { ...trace, isCertain: spending === undefined }, async (on, now) => {
    after = spending ? await spending.write(on, now) : person
    if (after === null) return false
    const isByMore = boundTo !== undefined || method === 'webauthn'
    const saving = saveSignIn(on, after, passwordHash, session.rotatedAt, isByMore)
    const [isStill] = await Promise.all([saving, insertSession(on, session, from)])
    if (!isStill) throw new CredentialsChanged()
    return true
  })
  const isOpen = await opening.catch(error => {
    if (error instanceof CredentialsChanged) return false
    throw error
  })
  if (!isOpen) return null
  return after && issueSession(identity, session, { ...after, lastSignInAt: session.rotatedAt }, company)
}

type Opened = { readonly method: string; readonly madeAt: Instant | undefined }

function newSession(
  person: Person,
  company: Membership | null,
  { method, madeAt, aal, boundTo }: Pick<Session, 'aal' | 'boundTo'> & Opened,
): Session {
  const now = clock.now()
  const { idleMs, absoluteMs } = sessionLimits(person.role)
  return {
    id: newId(now.getTime()),
    userId: person.id,
    companyId: company?.companyId ?? null,
    hmacKey: randomBytes(32),
    counter: 0,
    minCounter: 0,
    seenCounter: 0,
    rotatedAt: now.toISOString(),
    notAfter: new Date(now.getTime() + absoluteMs).toISOString(),
    idleAfter: new Date(now.getTime() + idleMs).toISOString(),
    aal,
    amr: stepsWith([], method, madeAt === undefined ? now : stepTakenAt(madeAt, now)),
    parentId: null,
    impersonatorId: null,
    boundTo,
  }
}
