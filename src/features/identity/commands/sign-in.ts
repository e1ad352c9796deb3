/** Sign-in by password, for anybody who asks for a session. */
import { type Identity, verifyCounted } from '#features/identity/commands/identity.ts'
import { openSession } from '#features/identity/commands/open-session.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { limits, signInTries, slowDownMs } from '#features/identity/rules/tries.ts'
import { type IdentityRefusal, maySignIn, type Person, workingCompany } from '#features/identity/rules.ts'
import {
  type Credentials,
  findCredentials,
  loadPerson,
  replaceHash,
} from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock, pause } from '#server/clock.ts'
import { readAsPerson } from '#server/database/person.ts'
import type { Origin } from '#server/http/route.ts'

/** Signs in by password. An unknown address costs as much work as a wrong password and gets an identical answer. */
export async function signIn(
  identity: Identity,
  { email, password }: { email: string; password: string },
  from: Origin,
): Promise<SessionWire | Refusal<IdentityRefusal>> {
  const tries = signInTries(email, from.ip)
  const [exceeded, known] = await Promise.all([
    identity.limits.take(tries),
    findCredentials(outsideAnyTransaction(identity.db), email),
  ])
  const stopped = exceeded.find(({ limit }) => limit !== limits.signInAccount)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  if (exceeded.length > 0) await pause(slowDownMs)
  const isRight = await verifyCounted(identity, tries, {
    stored: known?.passwordHash ?? null,
    typed: password,
  })
  const isOpen = identity.openTo?.has(email) ?? false
  if (!known || !(isRight || isOpen)) {
    recordFailure(identity, known, from)
    return refuse('invalid_credentials')
  }
  identity.inBackground(identity.limits.uncount(tries))
  const person = await readAsPerson(identity.db, known.id, tx => loadPerson(tx, tx.userId))
  if (!person) return refuse('invalid_credentials')
  const may = await mayEnterNow(identity, person)
  if (isRefusal(may)) {
    if (isShutOut(may)) recordFailure(identity, known, from)
    return may
  }
  const passwordHash = isRight ? await renewHash(identity, known, password) : known.passwordHash
  const open = (hash: string | null) =>
    openSession(identity, person, from, { method: 'password', passwordHash: hash })
  const session = (await open(passwordHash)) ?? (await openWithNewer(identity, email, password, open))
  return session ?? refuse('invalid_credentials')
}

/**
 * Opens with the hash that the account has by now, where the password is right for it too: somebody who signed in at the
 * same moment may have had it made anew, as everybody does while a secret is changed.
 */
async function openWithNewer<Opened>(
  { db, passwords }: Identity,
  email: string,
  password: string,
  open: (hash: string) => Promise<Opened | null>,
): Promise<Opened | null> {
  const stored = (await findCredentials(outsideAnyTransaction(db), email))?.passwordHash ?? null
  return stored !== null && (await passwords.verify(stored, password)) ? open(stored) : null
}

/** Permission to open a session, for somebody who has shown who they are. */
export async function mayEnterNow(
  identity: Pick<Identity, 'confirmsEmail' | 'mustUseCompany'>,
  person: Person,
): Promise<true | Refusal<IdentityRefusal>> {
  // An active account was admitted by others, who know its address: it signs in without a confirmation.
  if (!person.active && person.emailConfirmedAt === null && identity.confirmsEmail)
    return refuse('email_not_confirmed')
  const verdict = maySignIn(person)
  if (isRefusal(verdict)) return verdict
  return (await identity.mustUseCompany(person)) ? refuse('company_sign_in_required') : true
}

/** True for somebody whose account does not work, which the journal records as a failed sign-in. */
export const isShutOut = ({ refused }: Refusal<IdentityRefusal>): boolean =>
  refused === 'pending_activation' || refused === 'deactivated'

/** Records a failed sign-in in the background: a known address must not take longer to refuse. */
function recordFailure(identity: Identity, known: Credentials | null, from: Origin): void {
  if (!known) {
    identity.log.info({ ip: from.ip }, 'sign-in failed: no such account')
    return
  }
  identity.inBackground(journalFailure(identity, known.id, from))
}

/** Records a failed sign-in of an account in the journal of its company. */
export async function journalFailure(identity: Identity, userId: string, from: Origin): Promise<void> {
  const person = await readAsPerson(identity.db, userId, tx => loadPerson(tx, userId))
  const companyId = (person && workingCompany(person, null))?.companyId ?? null
  const fact = identityFact('session.sign_in_failed', userId, { after: { ip: from.ip } })
  await traced(identity, { userId, companyId, actorId: null, facts: [fact] }, async () => true)
}

/** Replaces a hash of weaker parameters, while the password is at hand. Returns the account's current hash. */
async function renewHash({ db, passwords }: Identity, known: Credentials, password: string) {
  if (known.passwordHash === null || !passwords.isOutdated(known.passwordHash)) return known.passwordHash
  const hash = await passwords.hash(password)
  const isRenewed = await replaceHash(outsideAnyTransaction(db), known, hash, clock.now())
  return isRenewed ? hash : known.passwordHash
}
