/** Sign-in with the company: from what its provider says to a session of one of the company's own people. */
import { type BroughtBack, readAnswer, takeBegun } from '#features/company-sign-in/commands/answer.ts'
import type { SignInParts } from '#features/company-sign-in/commands/parts.ts'
import { signInFact } from '#features/company-sign-in/facts.ts'
import { judgeClaims, mayEnter, type Trust } from '#features/company-sign-in/rules/entering.ts'
import { entryLimits } from '#features/company-sign-in/rules.ts'
import { verifiedDomains } from '#features/company-sign-in/store/domains.ts'
import { insertIdentity } from '#features/company-sign-in/store/identities.ts'
import { outsideAnyTransaction } from '#features/company-sign-in/store/statements.ts'
import { findLinked, hasIdentity, loadOffered } from '#features/company-sign-in/store.ts'
import type { FlowRefusal } from '#features/company-sign-in/text.ts'
import { type Entrance, openSession } from '#features/identity/commands/open-session.ts'
import { purposes } from '#features/identity/rules/links.ts'
import type { Person } from '#features/identity/rules.ts'
import { findAccountByEmail, loadPerson, lockAccount } from '#features/identity/store/accounts.ts'
import { confirmEmail } from '#features/identity/store/addresses.ts'
import { deleteInviteLinks, deleteLinks } from '#features/identity/store/links.ts'
import { deleteSessions } from '#features/identity/store/sessions.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { acceptInCompany } from '#features/people/commands/acceptance.ts'
import { findOpenInvitation } from '#features/people/store/invitations.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { ProviderClaims } from '#server/auth/oidc.ts'
import { sqlState } from '#server/database/db.ts'
import { readAsPerson } from '#server/database/person.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { Origin } from '#server/http/route.ts'

type Refused = Refusal<FlowRefusal>
type Tokens = Pick<SessionWire, 'access_token' | 'refresh_token'>

/** Ends a sign-in: what a browser brings back from the provider becomes a session, or a reason why not. */
export async function finish(
  parts: SignInParts,
  { companyId, ...brought }: BroughtBack & { readonly companyId: string },
  from: Origin,
): Promise<Tokens | Refused> {
  const { db, identity } = parts
  const [stopped] = await identity.limits.take([{ limit: entryLimits.finished, subject: from.ip }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const taken = await takeBegun(parts, brought)
  if (isRefusal(taken)) return taken
  // Another company's page, or an administrator's trial: what it brought is no sign-in with this company.
  if (taken.attempt.company !== companyId || taken.attempt.testedBy !== null) return refuse('attempt_lost')
  const settings = await asSystem(db, companyId, loadOffered)
  if (settings === null) return refuse('not_offered')
  const claims = await readAnswer(parts, taken, settings, brought)
  if (isRefusal(claims)) return claims
  const domains = await verifiedDomains(outsideAnyTransaction(db), companyId)
  const trust = { trustsAddresses: settings.trustsAddresses, domains }
  const linkedId = await asSystem(db, companyId, tx => findLinked(tx, claims))
  if (linkedId === null) return enterFirst(parts, companyId, claims, trust, from)
  const person = await loadById(parts, linkedId)
  const may = mayEnter(person, { companyId, domains }, false)
  if (may !== true) return may
  return person
    ? open(parts, person, from, { method: 'company', boundTo: companyId })
    : refuse('not_of_company')
}

const loadById = ({ db }: SignInParts, userId: string): Promise<Person | null> =>
  readAsPerson(db, userId, tx => loadPerson(tx, tx.userId))

/** First sign-in by the provider: somebody of the company is found by mail, and linked to who they are there. */
async function enterFirst(
  parts: SignInParts,
  companyId: string,
  claims: ProviderClaims,
  trust: Trust,
  from: Origin,
): Promise<Tokens | Refused> {
  const judged = judgeClaims(claims, trust)
  if (isRefusal(judged)) return judged
  const account = await findAccountByEmail(outsideAnyTransaction(parts.db), judged.email)
  const person = account && (await loadById(parts, account.id))
  const invitation = await asSystem(parts.db, companyId, tx => findOpenInvitation(tx, judged.email))
  const isInvited = invitation !== null && invitation.userId === person?.id
  const may = mayEnter(person, { companyId, domains: trust.domains }, isInvited)
  if (may !== true) return may
  if (person === null) return refuse('not_of_company')
  const isMember = person.memberships.some(membership => membership.companyId === companyId)
  if (!isMember && invitation !== null) {
    const accepted = await acceptWithCompany(parts, companyId, invitation)
    if (isRefusal(accepted)) return accepted
  }
  if (await asSystem(parts.db, companyId, tx => hasIdentity(tx, person.id))) return refuse('another_identity')
  const member = isMember ? person : await loadById(parts, person.id)
  if (member === null) return refuse('not_of_company')
  const entrance = { method: 'company', boundTo: companyId, spending: linking(member, companyId, claims) }
  try {
    return await open(parts, member, from, entrance)
  } catch (error) {
    // Somebody else was linked to this identity, or this person to another, meanwhile.
    if (sqlState(error) === '23505') return refuse('another_identity')
    throw error
  }
}

/** Accepts the company's invitation: its provider has shown that the address is the person's, as the mail's link does. */
async function acceptWithCompany(
  { db }: SignInParts,
  companyId: string,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<true | Refusal<'accept_first' | 'invitation_refused'>> {
  const accepted = await asSystem(db, companyId, async tx => {
    const joined = await acceptInCompany(tx, id, 'company')
    if (!isRefusal(joined)) await deleteInviteLinks(tx, userId, id)
    return joined
  })
  if (!isRefusal(accepted)) return true
  return refuse(accepted.refused === 'own_account_first' ? 'accept_first' : 'invitation_refused')
}

/** Links somebody to who they are at the provider, and confirms their address, which the provider vouches for. */
const linking = (person: Person, companyId: string, { issuer, subject }: ProviderClaims) => ({
  fact: signInFact('account.company_identity_linked', person.id, { after: { issuer } }),
  write: async (on: Parameters<typeof lockAccount>[0], now: Date): Promise<Person> => {
    await lockAccount(on, person.id)
    if (person.emailConfirmedAt === null) {
      // Whoever chose the password, or holds a link, before the address was shown to be theirs may be a stranger.
      await deleteSessions(on, person.id, null)
      await deleteLinks(on, person.id, purposes)
      await confirmEmail(on, person.id, now, { keepsPassword: false })
    }
    await insertIdentity(on, { companyId, userId: person.id, issuer, subject }, now)
    return { ...person, emailConfirmedAt: person.emailConfirmedAt ?? now.toISOString() }
  },
})

async function open(
  { identity }: SignInParts,
  person: Person,
  from: Origin,
  entrance: Entrance,
): Promise<Tokens | Refused> {
  const session = await openSession(identity, person, from, entrance)
  // Deactivated, or of another address, between two statements.
  return session ?? refuse('not_of_company')
}
