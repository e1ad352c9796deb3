/** Registration: somebody asks for an account. */
import { type Identity, mayMailTo } from '#features/identity/commands/identity.ts'
import { strongPassword } from '#features/identity/commands/strong-password.ts'
import { confirmationPage } from '#features/identity/rules/links.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { findCredentials } from '#features/identity/store/accounts.ts'
import { type Applicant, saveApplication } from '#features/identity/store/applications.ts'
import { deleteLinks, makeLink } from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { alreadyRegisteredLetter, confirmationLetter } from '#features/identity/text/letters.ts'
import { pendingUserWire } from '#features/identity/views.ts'
import type { SignUp, UserWire } from '#features/identity/wire.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import { asPerson } from '#server/database/person.ts'
import type { Origin } from '#server/http/route.ts'

/**
 * Registers: the account is inactive, in no company, and its role only requested. An address that already has an account
 * gets an identical answer after equal work, so that registration reveals no accounts; its owner gets a mail.
 */
export async function signUp(
  identity: Identity,
  request: SignUp,
  from: Origin,
): Promise<UserWire | Refusal<IdentityRefusal>> {
  const { email, password, data } = request
  const [stopped] = await identity.limits.take([{ limit: limits.signUpFrom, subject: from.ip }])
  if (stopped) return refuse('too_many_mails', { waitSeconds: stopped.waitSeconds })
  const strong = await strongPassword(identity, password, 'account', { email, ...data })
  if (isRefusal(strong)) return strong
  // The comparison runs for unknown addresses too, so that known and unknown ones take equal time.
  const known = await findCredentials(outsideAnyTransaction(identity.db), email)
  const isSame = await identity.passwords.verify(known?.passwordHash ?? null, password)
  const now = clock.now()
  const applicant: Applicant = {
    id: newId(now.getTime()),
    email,
    name: data.name || email,
    lastName: data.lastName,
    passwordHash: await identity.passwords.hash(password),
    requestedRole: data.role,
    emailConfirmedAt: identity.confirmsEmail ? null : now,
    sameHash: isSame ? (known?.passwordHash ?? null) : null,
  }
  const mayWrite = await mayMailTo(identity, email)
  await asPerson(identity.db, applicant.id, async tx => {
    const savedId = await saveApplication(tx, applicant, now)
    if (savedId === null) {
      // The address belongs to an account: its owner is notified, and the account does not change.
      const letter = alreadyRegisteredLetter(applicant, `${identity.site.origin}/login`)
      if (mayWrite) await identity.post(tx, letter, now)
      return
    }
    if (!identity.confirmsEmail || !mayWrite) return
    await deleteLinks(tx, savedId, ['signup'])
    const code = await makeLink(tx, { userId: savedId, purpose: 'signup' }, now)
    await identity.post(
      tx,
      confirmationLetter(applicant, confirmationPage(identity.site, 'signup', code)),
      now,
    )
  })
  return pendingUserWire(applicant, now)
}
