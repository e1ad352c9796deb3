/** Second factors of an account: enrolled, asked for a code, and removed. */
import { ownTrace, tracedUnlessRefused } from '#features/identity/commands/factors-step.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { codeFactors, hasTakenStep, type LiveSession } from '#features/identity/commands/session.ts'
import { identityFact } from '#features/identity/facts.ts'
import {
  challengeSeconds,
  defaultName,
  mayEnrol,
  mayRemove,
  unfinishedMs,
} from '#features/identity/rules/factors.ts'
import { limits } from '#features/identity/rules/tries.ts'
import { type IdentityRefusal, type Person, workingCompany } from '#features/identity/rules.ts'
import { hasOwnPassword, loadPerson } from '#features/identity/store/accounts.ts'
import {
  deleteFactor,
  deleteFactors,
  deleteUnfinished,
  findFactors,
  hasAnyFactor,
  insertChallenge,
  insertFactor,
  lockFactor,
  lockFactors,
  saveSecondFactor,
} from '#features/identity/store/factors.ts'
import { deletePasskeys } from '#features/identity/store/passkeys.ts'
import { deleteCodes } from '#features/identity/store/recovery-codes.ts'
import { weakenSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { secondFactorLetter } from '#features/identity/text/letters.ts'
import type { ChallengeWire, EnrolledWire } from '#features/identity/wire/factors.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { newTotpSecret, qrCode, totpUri } from '#server/auth/totp.ts'
import { clock } from '#server/clock.ts'
import { asPerson } from '#server/database/person.ts'

type Refused = Refusal<IdentityRefusal>

/** Begins an enrolment; the factor protects nothing until its first code has been verified. */
export async function enrolFactor(
  identity: Identity,
  live: LiveSession,
  wantedName: string | null,
): Promise<EnrolledWire | Refused> {
  const { db, seal, site } = identity
  const { person } = live
  if (await isBesideOwnPassword(identity, live.session.boundTo, person)) return refuse('session_of_company')
  const secret = newTotpSecret()
  const enrolled = await asPerson(db, person.id, async tx => {
    await lockFactors(tx, person.id)
    await deleteUnfinished(tx, person.id, new Date(tx.now.getTime() - unfinishedMs))
    const factors = await findFactors(tx, person.id)
    const name = wantedName || defaultName(factors)
    const hasFactor = await hasAnyFactor(tx, person.id)
    const may = mayEnrol(factors, name, { hasFactor, isSecondStepDone: hasTakenStep(live) })
    if (isRefusal(may)) return may
    const id = newId(tx.now.getTime())
    await insertFactor(tx, { id, userId: person.id, name, sealedSecret: seal.seal(secret) }, tx.now)
    return { id, name }
  })
  if (isRefusal(enrolled)) return enrolled
  const uri = totpUri(secret, site.product, person.email)
  const totp = { qr_code: await qrCode(uri), secret, uri }
  return { id: enrolled.id, type: 'totp', friendly_name: enrolled.name, totp }
}

/** True in a session that a company's provider opened, of somebody whose own password opens one too: a factor would lock it. */
export async function isBesideOwnPassword(
  { db, mustUseCompany }: Identity,
  boundTo: string | null,
  person: Person,
): Promise<boolean> {
  if (boundTo === null) return false
  return (await hasOwnPassword(outsideAnyTransaction(db), person.id)) && !(await mustUseCompany(person))
}

export async function challengeFactor(
  identity: Identity,
  live: LiveSession,
  factorId: string,
): Promise<ChallengeWire | Refused> {
  if (!codeFactors(live).some(factor => factor.id === factorId)) return refuse('factor_not_found')
  const [stopped] = await identity.limits.take([{ limit: limits.challenge, subject: factorId }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + challengeSeconds * 1000)
  const id = newId(now.getTime())
  await insertChallenge(outsideAnyTransaction(identity.db), { id, factorId, expiresAt })
  return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

export async function removeFactor(
  identity: Identity,
  live: LiveSession,
  factorId: string,
): Promise<{ id: string } | Refused> {
  const factor = codeFactors(live).find(one => one.id === factorId)
  if (!factor) return refuse('factor_not_found')
  const deleteAndMail = (on: Statements, now: Date) => deleteFactorAndMail(identity, on, live, factorId, now)
  // An unfinished enrolment is removed without an event.
  if (factor.status === 'unverified')
    return asPerson(identity.db, live.person.id, tx => deleteAndMail(tx, tx.now))
  const trace = ownTrace(
    live,
    identityFact('account.second_factor_removed', live.person.id, {
      after: { sessionId: live.session.id, factor: factor.friendly_name },
    }),
  )
  return tracedUnlessRefused(identity, trace, deleteAndMail)
}

async function deleteFactorAndMail(
  identity: Identity,
  on: Statements,
  live: LiveSession,
  factorId: string,
  now: Date,
): Promise<{ id: string } | Refused> {
  const { person } = live
  await lockFactors(on, person.id)
  const factor = await lockFactor(on, person.id, factorId)
  if (!factor) return refuse('factor_not_found')
  const may = mayRemove(factor, hasTakenStep(live))
  if (isRefusal(may)) return may
  await deleteFactor(on, factorId)
  if (factor.status === 'unverified') return { id: factorId }
  const isLast = !(await hasAnyFactor(on, person.id))
  if (isLast) await turnSecondFactorOff(on, person.id, now)
  const letter = secondFactorLetter(person, isLast ? 'off' : 'fewer', `${identity.site.origin}/login`)
  await identity.post(on, letter, now)
  return { id: factorId }
}

/**
 * Removes all factors of a person, passkeys too, who has lost the device and the codes, after platform operators have verified who
 * asks. From then on the password alone signs in.
 */
export async function removeFactors(
  identity: Pick<Identity, 'db' | 'log' | 'post' | 'site'>,
  userId: string,
  { userId: actorId, reason = null }: { readonly userId: string | null; readonly reason?: string | null },
): Promise<{ removed: number } | Refused> {
  const person = await asPerson(identity.db, userId, tx => loadPerson(tx, userId))
  if (!person) return refuse('not_found')
  const { companyId = null } = workingCompany(person, null) ?? {}
  const fact = identityFact('account.second_factor_removed', userId, { reason })
  return tracedUnlessRefused(identity, { userId, companyId, actorId, facts: [fact] }, async (on, now) => {
    await lockFactors(on, userId)
    const removed = (await deleteFactors(on, userId)) + (await deletePasskeys(on, userId))
    if (removed === 0) return refuse('not_found')
    await turnSecondFactorOff(on, userId, now)
    await identity.post(on, secondFactorLetter(person, 'off', `${identity.site.origin}/login`), now)
    return { removed }
  })
}

/** Turns the second factor off: its recovery codes become void, and all sessions fall back to one factor. */
export async function turnSecondFactorOff(on: Statements, userId: string, now: Date): Promise<void> {
  await saveSecondFactor(on, userId, false, now)
  await deleteCodes(on, userId)
  await weakenSessions(on, userId)
}

/** Removes the passkeys of an account that may have been in other hands: each would open it alone. */
export async function forgetPasskeys(on: Statements, userId: string, now: Date): Promise<void> {
  const removed = await deletePasskeys(on, userId)
  if (removed > 0 && !(await hasAnyFactor(on, userId))) await turnSecondFactorOff(on, userId, now)
}
