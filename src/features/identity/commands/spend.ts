/** Effect of a link, by its purpose; written in the transaction that spends the link. */

import { forgetPasskeys } from '#features/identity/commands/factors.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { confirmationPage, purposes, recoveryPage } from '#features/identity/rules/links.ts'
import { type IdentityRefusal, type Person, workingCompany } from '#features/identity/rules.ts'
import { lockAccount } from '#features/identity/store/accounts.ts'
import { confirmEmail, giveBackEmail, saveEmail } from '#features/identity/store/addresses.ts'
import { deleteLinks, makeLink, type StoredLink, takeLink } from '#features/identity/store/links.ts'
import { deleteSessions } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { formerAddressLetter, recoveryLetter } from '#features/identity/text/letters.ts'
import type { Fact } from '#kernel/fact.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { sqlState } from '#server/database/db.ts'

/** The spending of a link or of a passkey's answer, described for a transaction that the caller opens: its fact, and the write with its effect. */
export type Spending = {
  /** Null where the opened session says it all. */
  readonly fact: Fact | null
  /** The person after the change; null when another request has spent it. */
  readonly write: (on: Statements, now: Date) => Promise<Person | null>
}

export function describeSpending(
  identity: Identity,
  link: StoredLink,
  person: Person,
): Spending & { readonly fact: Fact } {
  return {
    fact: identityFact(
      factKindByPurpose[link.purpose],
      person.id,
      link.email ? { before: { email: person.email }, after: { email: link.email } } : {},
    ),
    write: async (on, now) => {
      // The account is locked first: two links of one person, spent at once, would deadlock on each other's rows.
      await lockAccount(on, person.id)
      return (await takeLink(on, link.digest))
        ? effects[link.purpose](identity, on, { person, link, now })
        : null
    },
  }
}

/** Spends a link without opening a session; returns the person after the change. */
export async function spendLink(
  identity: Identity,
  link: StoredLink,
  person: Person,
): Promise<Person | Refusal<IdentityRefusal>> {
  const { companyId = null } = workingCompany(person, null) ?? {}
  const { fact, write } = describeSpending(identity, link, person)
  let after: Person | null = null
  const done = await refusingTakenEmail(() =>
    traced(identity, { userId: person.id, companyId, actorId: person.id, facts: [fact] }, async (on, now) => {
      after = await write(on, now)
      return after !== null
    }),
  )
  if (isRefusal(done)) return done
  return after ?? refuse('link_not_found')
}

/** Turns a unique violation into `email_exists`: another account may have taken the address since the link was sent. */
export async function refusingTakenEmail<T>(work: () => Promise<T>): Promise<T | Refusal<'email_exists'>> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === '23505') return refuse('email_exists')
    throw error
  }
}

type Purpose = StoredLink['purpose']
type Spent = { readonly person: Person; readonly link: StoredLink; readonly now: Date }
type Effect = (identity: Identity, on: Statements, spent: Spent) => Promise<Person>

const factKindByPurpose = {
  recovery: 'account.recovered',
  signup: 'account.email_confirmed',
  invite: 'account.invitation_accepted',
  invitation: 'account.invitation_accepted',
  email_change: 'account.email_changed',
  email_undo: 'account.email_given_back',
  address: 'account.email_confirmed',
  address_refusal: 'account.email_refused',
  auth_code: 'account.code_redeemed',
} as const satisfies { readonly [purpose in Purpose]: string }

/** Makes the effect of a link that proves the address: confirms it, and deletes the links of the purposes `spends`. */
const confirmingAddress =
  (keepsPassword: boolean, ...spends: Purpose[]): Effect =>
  async (_identity, on, { person, now }) => {
    await deleteLinks(on, person.id, spends)
    await confirmEmail(on, person.id, now, { keepsPassword })
    return { ...person, emailConfirmedAt: person.emailConfirmedAt ?? now.toISOString() }
  }

const effects: { readonly [purpose in Purpose]: Effect } = {
  recovery: confirmingAddress(false, 'recovery', 'auth_code', 'invite'),
  signup: confirmingAddress(true, 'signup'),
  // The person is about to choose a first password: anybody who knows an earlier one is signed out.
  invite: async (identity, on, spent) => {
    if (spent.person.emailConfirmedAt === null) {
      await deleteSessions(on, spent.person.id, null)
      // Old links go too: one that restores a former address would let a stranger into the company.
      await deleteLinks(on, spent.person.id, purposes)
    }
    return confirmingAddress(false, 'recovery')(identity, on, spent)
  },
  // These links open no session: see `acceptByCode` of people, and `pending-address.ts`.
  invitation: async (_identity, _on, { person }) => person,
  address: async (_identity, _on, { person }) => person,
  address_refusal: async (_identity, _on, { person }) => person,
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

  // The person who changed the address knew the password: it becomes void, as passkeys do, which open the account alone;
  // all sessions end, and the owner chooses a new password by mail.
  email_undo: async (identity, on, { person, link, now }) => {
    const email = link.email ?? person.email
    await giveBackEmail(on, person.id, email, now)
    await forgetPasskeys(on, person.id, now)
    await deleteSessions(on, person.id, null)
    await deleteLinks(on, person.id, ['email_change', 'email_undo', 'recovery', 'auth_code'])
    const code = await makeLink(on, { userId: person.id, purpose: 'recovery' }, now)
    await identity.post(on, recoveryLetter({ ...person, email }, recoveryPage(identity.site, code)), now)
    return { ...person, email }
  },
}
