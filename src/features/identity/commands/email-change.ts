/** Change of the own address, asked for by its person and confirmed from a mail. */
import { type Identity, mayMailTo } from '#features/identity/commands/identity.ts'
import type { LiveSession } from '#features/identity/commands/session.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { confirmationPage } from '#features/identity/rules/links.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal, Person } from '#features/identity/rules.ts'
import { findAccountByEmail } from '#features/identity/store/accounts.ts'
import { saveNewEmail } from '#features/identity/store/addresses.ts'
import { deleteLinks, makeLink } from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { newAddressLetter } from '#features/identity/text/letters.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Permission to change to an address: within the limit of changes, and not another account's. */
export async function mayChangeEmailTo(
  { db, limits: counted }: Identity,
  { person }: LiveSession,
  newEmail: string,
): Promise<true | Refusal<IdentityRefusal>> {
  const [stopped] = await counted.take([{ limit: limits.changeOfAccount, subject: person.id }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const owner = await findAccountByEmail(outsideAnyTransaction(db), newEmail)
  return owner === null ? true : refuse('email_exists')
}

/** Requests a change of address. It takes effect once the new address is confirmed from a mail. */
export async function requestEmailChange(
  identity: Identity,
  { session, person }: LiveSession,
  newEmail: string,
): Promise<Person | Refusal<IdentityRefusal>> {
  const mayWrite = await mayMailTo(identity, newEmail)
  const fact = identityFact('account.email_change_requested', person.id, {
    before: { email: person.email },
    after: { email: newEmail },
  })
  const trace = { userId: person.id, companyId: session.companyId, actorId: person.id, facts: [fact] }
  let sentAt = person.emailChangeSentAt
  const isFree = await traced(identity, trace, async (on, now) => {
    if ((await findAccountByEmail(on, newEmail)) !== null) return false
    sentAt = now.toISOString()
    await saveNewEmail(on, person.id, newEmail, now)
    await deleteLinks(on, person.id, ['email_change'])
    if (!mayWrite) return true
    const code = await makeLink(on, { userId: person.id, purpose: 'email_change', email: newEmail }, now)
    const url = confirmationPage(identity.site, 'email_change', code)
    await identity.post(on, newAddressLetter(person, newEmail, url), now)
    return true
  })
  return isFree ? { ...person, newEmail, emailChangeSentAt: sentAt } : refuse('email_exists')
}
