import type { Identity } from '#features/identity/commands/identity.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { confirmationPage, recoveryPage } from '#features/identity/rules/links.ts'
import { type IdentityRefusal, type Person, workingCompany } from '#features/identity/rules.ts'
import { confirmEmail, giveBackEmail, saveEmail } from '#features/identity/store/accounts.ts'
import { deleteLinks, makeLink, type StoredLink, takeLink } from '#features/identity/store/links.ts'
import { deleteSessions } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { formerAddressLetter, recoveryLetter } from '#features/identity/text/letters.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { sqlState } from '#server/db.ts'
import type { JournalEvent } from '#server/journal.ts'

/** What a link does when it is spent, once: the person as they are afterwards, or why it is no longer good. */
export async function spendLink(
  identity: Identity,
  link: StoredLink,
  person: Person,
): Promise<Person | Refusal<IdentityRefusal>> {
  const { companyId = null } = workingCompany(person, null) ?? {}
  const event: JournalEvent = {
    action: actions[link.purpose],
    object: { type: 'account', id: person.id },
    ...(link.email ? { before: { email: person.email }, after: { email: link.email } } : {}),
  }
  const trace = { userId: person.id, companyId, actorId: person.id, event }
  let after = person
  try {
    const isSpent = await traced(identity, trace, async (on, now) => {
      if (!(await takeLink(on, link.digest))) return false
      after = await effects[link.purpose](identity, on, { person, link, now })
      return true
    })
    return isSpent ? after : refuse('link_not_found')
  } catch (error) {
    // Somebody has taken the address since the link was sent.
    if (sqlState(error) === '23505') return refuse('email_exists')
    throw error
  }
}

type Purpose = StoredLink['purpose']
type Spent = { readonly person: Person; readonly link: StoredLink; readonly now: Date }
type Effect = (identity: Identity, on: Statements, spent: Spent) => Promise<Person>

const actions: { readonly [purpose in Purpose]: string } = {
  recovery: 'account.recovered',
  signup: 'account.email_confirmed',
  invite: 'account.invitation_accepted',
  email_change: 'account.email_changed',
  email_undo: 'account.email_given_back',
  auth_code: 'account.code_redeemed',
}

/** Whoever reads the mails of an address has shown that it is theirs. */
const confirmed =
  (...spends: Purpose[]): Effect =>
  async (_identity, on, { person, now }) => {
    await deleteLinks(on, person.id, spends)
    await confirmEmail(on, person.id, now)
    return { ...person, emailConfirmedAt: person.emailConfirmedAt ?? now.toISOString() }
  }

const effects: { readonly [purpose in Purpose]: Effect } = {
  recovery: confirmed('recovery', 'auth_code', 'invite'),
  signup: confirmed('signup'),
  invite: confirmed('invite', 'recovery'),
  auth_code: async (_identity, _on, { person }) => person,

  email_change: async (identity, on, { person, link, now }) => {
    const email = link.email ?? person.email
    await saveEmail(on, person.id, email, now)
    await deleteLinks(on, person.id, ['email_change', 'recovery'])
    const undo = { userId: person.id, purpose: 'email_undo', email: person.email } as const
    const url = confirmationPage(identity.site, 'email_undo', await makeLink(on, undo, now))
    await identity.post(on, formerAddressLetter(person, email, url), now)
    return { ...person, email, emailConfirmedAt: now.toISOString() }
  },

  // Whoever changed it knew the password: it is void, every session ends, and a new one is chosen by mail.
  email_undo: async (identity, on, { person, link, now }) => {
    const email = link.email ?? person.email
    await giveBackEmail(on, person.id, email, now)
    await deleteSessions(on, person.id, null)
    await deleteLinks(on, person.id, ['email_change', 'email_undo', 'recovery', 'auth_code'])
    const code = await makeLink(on, { userId: person.id, purpose: 'recovery' }, now)
    await identity.post(on, recoveryLetter({ ...person, email }, recoveryPage(identity.site, code)), now)
    return { ...person, email }
  },
}
