/** Mails with a link, asked for by somebody who is not signed in. */
import { type Identity, mayMailTo } from '#features/identity/commands/identity.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { confirmationPage, mayResend, pageWith, returnTo } from '#features/identity/rules/links.ts'
import { limits } from '#features/identity/rules/tries.ts'
import { type IdentityRefusal, workingCompany } from '#features/identity/rules.ts'
import {
  type Account,
  findAccountByEmail,
  loadPerson,
  markRecoverySent,
} from '#features/identity/store/accounts.ts'
import { deleteLinks, makeLink } from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import {
  companySignInLetter,
  confirmationLetter,
  newAddressLetter,
  recoveryLetter,
} from '#features/identity/text/letters.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import { asPerson, readAsPerson } from '#server/database/person.ts'
import type { Origin } from '#server/http/route.ts'

type Refused = Refusal<IdentityRefusal>

export type RecoveryRequest = {
  readonly email: string
  readonly codeChallenge: string | null
  /** Target of the link, as the client requests it. */
  readonly redirectTo: string | null
}

/** Sends a recovery link. Known and unknown addresses get one answer in equal time: the mail is made after it. */
export async function recover(
  identity: Identity,
  request: RecoveryRequest,
  from: Origin,
): Promise<true | Refused> {
  return mailInBackground(identity, request.email, from, account => sendRecovery(identity, account, request))
}

/** Sends the link of an unconfirmed registration, or of a changed address, once more. */
export async function resend(
  identity: Identity,
  { email, type }: { readonly email: string; readonly type: 'signup' | 'email_change' },
  from: Origin,
): Promise<true | Refused> {
  return mailInBackground(identity, email, from, account =>
    type === 'signup' ? resendConfirmation(identity, account) : resendNewAddress(identity, account),
  )
}

/** Sends a mail in the background. Only the limit of the network address is reported: an address's own would reveal that it is known. */
async function mailInBackground(
  identity: Identity,
  email: string,
  from: Origin,
  send: (account: Account) => Promise<void>,
): Promise<true | Refused> {
  const [stopped] = await identity.limits.take([{ limit: limits.mailFrom, subject: from.ip }])
  if (stopped) return refuse('too_many_mails', { waitSeconds: stopped.waitSeconds })
  const work = async () => {
    if (!(await mayMailTo(identity, email))) return
    const account = await findAccountByEmail(outsideAnyTransaction(identity.db), email)
    if (account) await send(account)
  }
  identity.inBackground(work())
  return true
}

async function sendRecovery(
  identity: Identity,
  account: Account,
  { codeChallenge, redirectTo }: RecoveryRequest,
): Promise<void> {
  const page = returnTo(redirectTo, '/login?source=reset_email', identity.site)
  const person = await readAsPerson(identity.db, account.id, tx => loadPerson(tx, tx.userId))
  const companyId = (person && workingCompany(person, null))?.companyId ?? null
  if (person && (await identity.mustUseCompany(person))) return sendToCompany(identity, account)
  const fact = identityFact('account.recovery_requested', account.id, {})
  const trace = { userId: account.id, companyId, actorId: null, facts: [fact] }
  await traced(identity, trace, async (on, now) => {
    const code = await makeLink(on, { userId: account.id, purpose: 'recovery', codeChallenge }, now)
    await markRecoverySent(on, account.id, now)
    await identity.post(on, recoveryLetter(account, pageWith(page, { code })), now)
    return true
  })
}

/** Tells somebody whose company requires its own sign-in where to go: no password would open anything. */
async function sendToCompany(identity: Identity, account: Account): Promise<void> {
  const letter = companySignInLetter(account, `${identity.site.origin}/login`)
  await asPerson(identity.db, account.id, tx => identity.post(tx, letter, tx.now))
}

async function resendConfirmation(identity: Identity, account: Account): Promise<void> {
  if (account.emailConfirmedAt !== null || !account.isRegistration) return
  await asPerson(identity.db, account.id, async tx => {
    await deleteLinks(tx, account.id, ['signup'])
    const code = await makeLink(tx, { userId: account.id, purpose: 'signup' }, tx.now)
    await identity.post(
      tx,
      confirmationLetter(account, confirmationPage(identity.site, 'signup', code)),
      clock.now(),
    )
  })
}

async function resendNewAddress(identity: Identity, account: Account): Promise<void> {
  const { id, newEmail, emailChangeSentAt } = account
  if (newEmail === null || !mayResend(emailChangeSentAt, clock.now())) return
  await asPerson(identity.db, id, async tx => {
    await deleteLinks(tx, id, ['email_change'])
    const code = await makeLink(tx, { userId: id, purpose: 'email_change', email: newEmail }, tx.now)
    const url = confirmationPage(identity.site, 'email_change', code)
    await identity.post(tx, newAddressLetter(account, newEmail, url), tx.now)
  })
}
