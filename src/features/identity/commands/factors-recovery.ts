/** Recovery codes: making new ones, and signing in with one. */
import { randomBytes } from 'node:crypto'
import {
  issueStep,
  ownTrace,
  recordWrongCode,
  takeStep,
  tracedUnlessRefused,
} from '#features/identity/commands/factors-step.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import type { LiveSession } from '#features/identity/commands/session.ts'
import { identityFact } from '#features/identity/facts.ts'
import {
  type RecoveryCode,
  recoveryCodeFrom,
  recoveryCodeIn,
  recoveryCodes,
  recoveryCodeText,
} from '#features/identity/rules/factors.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { hasAnyFactor, lockFactors } from '#features/identity/store/factors.ts'
import {
  countCodes,
  findCodeHash,
  type HashedCode,
  replaceCodes,
  spendCode,
} from '#features/identity/store/recovery-codes.ts'
import { lockSession, type Session } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { recoveryCodeLetter } from '#features/identity/text/letters.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Self } from '#server/database/person.ts'

type Refused = Refusal<IdentityRefusal>

/** Makes ten new recovery codes, shown this once; the former ones become void. */
export async function renewRecoveryCodes(
  identity: Identity,
  { userId, companyId, aal }: Self,
): Promise<{ codes: string[] } | Refused> {
  if (aal !== 'aal2') return refuse('second_factor_off')
  const [stopped] = await identity.limits.take([{ limit: limits.changeOfAccount, subject: userId }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const codes = newCodes()
  const hashed = await Promise.all(
    codes.map(async ({ hint, secret }) => ({ hint, hash: await identity.passwords.hash(secret) })),
  )
  const fact = identityFact('account.recovery_codes_made', userId, {})
  return tracedUnlessRefused(identity, { userId, companyId, actorId: userId, facts: [fact] }, async on => {
    await lockFactors(on, userId)
    if (!(await hasAnyFactor(on, userId))) return refuse('second_factor_off')
    await replaceCodes(on, userId, hashed)
    return { codes: codes.map(recoveryCodeText) }
  })
}

/** New codes with distinct hints, because a code is looked up by its hint. */
function newCodes(): RecoveryCode[] {
  const codes = new Map<string, RecoveryCode>()
  while (codes.size < recoveryCodes) {
    const code = recoveryCodeFrom(randomBytes(12))
    codes.set(code.hint, code)
  }
  return [...codes.values()]
}

/** Takes the second step with a recovery code, for a person without the device: each code works once. */
export async function useRecoveryCode(
  identity: Identity,
  live: LiveSession,
  typed: string,
): Promise<SessionWire | Refused> {
  const { person } = live
  if (!person.hasSecondFactor) return refuse('factor_not_found')
  const tries = [{ limit: limits.factor, subject: `recovery ${person.id}` }]
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const code = await findMatchingCode(identity, person.id, typed)
  const session = code
    ? await tracedUnlessRefused(
        identity,
        ownTrace(
          live,
          identityFact('session.recovery_code_used', live.person.id, {
            after: { sessionId: live.session.id },
          }),
        ),
        (on, now) => spendRecoveryCode(identity, on, live, code, now),
      )
    : refuse('wrong_code')
  if (isRefusal(session)) {
    if (session.refused === 'wrong_code') await recordWrongCode(identity, live, 'recovery_code')
    return session
  }
  identity.inBackground(identity.limits.uncount(tries))
  return issueStep(identity, live, session)
}

/** The stored code that matches the typed one, or null. Compared outside the transaction, because hashing is slow. */
async function findMatchingCode(
  identity: Identity,
  userId: string,
  typed: string,
): Promise<HashedCode | null> {
  const code = recoveryCodeIn(typed)
  if (!code) return null
  const hash = await findCodeHash(outsideAnyTransaction(identity.db), userId, code.hint)
  const isRight = await identity.passwords.verify(hash, code.secret)
  return hash !== null && isRight ? { hint: code.hint, hash } : null
}

async function spendRecoveryCode(
  identity: Identity,
  on: Statements,
  { session: { id }, person }: LiveSession,
  code: HashedCode,
  now: Date,
): Promise<Session | Refused> {
  await lockFactors(on, person.id)
  const session = await lockSession(on, id)
  if (!session) return refuse('session_ended')
  if (!(await spendCode(on, person.id, code, now))) return refuse('wrong_code')
  const remaining = await countCodes(on, person.id)
  await identity.post(on, recoveryCodeLetter(person, remaining, `${identity.site.origin}/login`), now)
  return takeStep(on, session, person, { method: 'recovery_code' }, now)
}
