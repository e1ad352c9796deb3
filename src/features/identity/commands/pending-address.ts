/** Pending addresses: confirmed by their reader, refused by the person, or put into effect when their time has come. */
import { refusingTakenEmail } from '#features/identity/commands/spend.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { confirmationPage, type Purpose, type Site } from '#features/identity/rules/links.ts'
import { takesEffectNow } from '#features/identity/rules/pending-address.ts'
import { type IdentityRefusal, workingCompany } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { deleteLinks, digestCode, findLink, makeLink, takeLink } from '#features/identity/store/links.ts'
import {
  type AccountWithPending,
  applyPendingAddress,
  clearPendingAddress,
  dueAddresses,
  lockPendingAddress,
  markPendingConfirmed,
} from '#features/identity/store/pending-addresses.ts'
import { deleteSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { formerAddressLetter } from '#features/identity/text/letters.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { readAsPerson } from '#server/database/person.ts'
import type { Post } from '#server/mail/post.ts'

type Parts = {
  readonly db: Db
  readonly post: Post
  readonly site: Pick<Site, 'origin'>
  readonly log: Parameters<typeof traced>[0]['log']
}
type Refused = Refusal<IdentityRefusal>

/** Confirms a pending address by the link in its mail. `countsFrom`: the later instant of effect; null when in effect already. */
export async function confirmAddress(
  parts: Parts,
  code: string,
): Promise<{ email: string; countsFrom: string | null } | Refused> {
  const spent = await findValidLink(parts, code, 'address')
  if (isRefusal(spent)) return spent
  const { userId, digest } = spent
  let answer: { email: string; countsFrom: string | null } | null = null
  const done = await refusingTakenEmail(() =>
    changePendingAddress(parts, userId, 'account.email_confirmed', async (on, pending, now) => {
      if (!(await takeLink(on, digest))) return false
      const isNow = takesEffectNow({ ...pending, isConfirmed: true }, now)
      if (isNow) await takeEffect(parts, on, pending, now)
      else await markPendingConfirmed(on, userId, now)
      answer = { email: pending.email, countsFrom: isNow ? null : pending.after }
      return true
    }),
  )
  if (isRefusal(done)) return done
  return answer ?? refuse('link_not_found')
}

/** Refuses a pending address by the link in the former address's mail: the former address stays. */
export async function refuseAddress(parts: Parts, code: string): Promise<{ email: string } | Refused> {
  const spent = await findValidLink(parts, code, 'address_refusal')
  if (isRefusal(spent)) return spent
  let email: string | null = null
  await changePendingAddress(parts, spent.userId, 'account.email_refused', async (on, pending, now) => {
    if (!(await takeLink(on, spent.digest))) return false
    await clearPendingAddress(on, pending.userId, now)
    await deleteLinks(on, pending.userId, ['address', 'address_refusal'])
    email = pending.formerEmail
    return true
  })
  return email === null ? refuse('link_not_found') : { email }
}

/** Puts confirmed addresses into effect that were not refused in time; one that another account has by now is dropped. For a timer, on any node. */
export async function settleAddresses(parts: Parts): Promise<void> {
  for (const userId of await dueAddresses(outsideAnyTransaction(parts.db), clock.now())) {
    const settled = await refusingTakenEmail(() =>
      changePendingAddress(parts, userId, 'account.email_changed', async (on, pending, now) => {
        if (!takesEffectNow(pending, now)) return false
        await takeEffect(parts, on, pending, now)
        return true
      }),
    )
    if (isRefusal(settled))
      await changePendingAddress(parts, userId, 'account.email_refused', async (on, pending, now) => {
        await clearPendingAddress(on, pending.userId, now)
        return true
      })
  }
}

/** The link of the code, which must serve the purpose and be in time. It is spent later, in the transaction of the change. */
async function findValidLink({ db }: Parts, code: string, purpose: Purpose) {
  const digest = digestCode(code)
  const link = await findLink(outsideAnyTransaction(db), digest)
  if (link?.purpose !== purpose) return refuse('link_not_found')
  return link.expiresAt <= clock.now().toISOString()
    ? refuse('link_expired')
    : { digest, userId: link.userId }
}

/** Runs a change to a pending address, recorded in the journal of the person's company; false when the address is gone. */
async function changePendingAddress(
  parts: Parts,
  userId: string,
  kind: 'account.email_confirmed' | 'account.email_refused' | 'account.email_changed',
  work: (on: Statements, pending: AccountWithPending, now: Date) => Promise<boolean>,
): Promise<boolean> {
  const [person, pending] = await readAsPerson(parts.db, userId, tx =>
    Promise.all([loadPerson(tx, tx.userId), lockPendingAddress(tx, userId)]),
  )
  const companyId = (person && workingCompany(person, null))?.companyId ?? null
  const fact = identityFact(kind, userId, {
    before: { email: pending?.formerEmail ?? '' },
    after: { email: pending?.email ?? '' },
  })
  return traced(parts, { userId, companyId, actorId: null, facts: [fact] }, async (on, now) => {
    const pending = await lockPendingAddress(on, userId)
    return pending !== null && work(on, pending, now)
  })
}

/** Puts a pending address into effect: the person signs in with it, and sessions and links of the former address end. */
async function takeEffect(
  { post, site }: Parts,
  on: Statements,
  pending: AccountWithPending,
  now: Date,
): Promise<void> {
  const { userId, formerEmail, email, name } = pending
  await applyPendingAddress(on, pending, now)
  await deleteSessions(on, userId, null)
  await deleteLinks(on, userId, purposesOfFormerAddress)
  const undo = { userId, purpose: 'email_undo', email: formerEmail } as const
  const url = confirmationPage(site, 'email_undo', await makeLink(on, undo, now))
  await post(on, formerAddressLetter({ email: formerEmail, name }, email, url), now)
}

const purposesOfFormerAddress = [
  'recovery',
  'auth_code',
  'invite',
  'signup',
  'email_change',
  'address',
  'address_refusal',
] as const
