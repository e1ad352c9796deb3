/** Links of mails, followed: each is spent once, and most open a session. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Identity } from '#features/identity/commands/identity.ts'
import { openSession } from '#features/identity/commands/open-session.ts'
import { describeSpending, refusingTakenEmail, spendLink } from '#features/identity/commands/spend.ts'
import { linkMethods, type Purpose, pageWith } from '#features/identity/rules/links.ts'
import { limits } from '#features/identity/rules/tries.ts'
import { type IdentityRefusal, maySignIn, type Person } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { digestCode, findLink, makeLink, type StoredLink } from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { userWire } from '#features/identity/views.ts'
import type { SessionWire, UserWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import { asPerson, readAsPerson } from '#server/database/person.ts'
import type { Origin } from '#server/http/route.ts'

type Refused = Refusal<IdentityRefusal>
type LinkAndPerson = { readonly link: StoredLink; readonly person: Person }

export type Presented = {
  readonly code: string
  readonly purposes: readonly Purpose[]
  /** PKCE verifier: proves that the presenting browser made the request. Null where the code alone is proof, as on another device. */
  readonly verifier: string | null
}

/** Spends a link and opens a session; of concurrent calls with one link, one succeeds. */
export async function redeem(
  identity: Identity,
  presented: Presented,
  from: Origin,
): Promise<SessionWire | UserWire | Refused> {
  const found = await findLinkAndPerson(identity, presented, from)
  if (isRefusal(found)) return found
  const { link, person } = found
  if (presented.verifier !== null && !answersChallenge(link, presented.verifier))
    return refuse('bad_code_verifier')
  const standing = maySignIn(person)
  if (isRefusal(standing)) return confirmOnly(identity, found, standing)
  // The link is not spent: it works again once the company asks for its own sign-in no more.
  if (await identity.mustUseCompany(person)) return refuse('company_sign_in_required')
  const entrance = { method: linkMethods[link.purpose], spending: describeSpending(identity, link, person) }
  const session = await refusingTakenEmail(() => openSession(identity, person, from, entrance))
  return session ?? refuse('link_not_found')
}

/** Restores a former address by the link in its mail, without opening a session. */
export async function takeBackAddress(
  identity: Identity,
  code: string,
  from: Origin,
): Promise<{ email: string } | Refused> {
  const found = await findLinkAndPerson(identity, { code, purposes: ['email_undo'], verifier: null }, from)
  if (isRefusal(found)) return found
  const spent = await spendLink(identity, found.link, found.person)
  return isRefusal(spent) ? spent : { email: spent.email }
}

/** Confirms a registration's address, although the account is not active yet; any other link is refused with `standing`. */
async function confirmOnly(
  identity: Identity,
  { link, person }: LinkAndPerson,
  standing: Refused,
): Promise<UserWire | Refused> {
  if (link.purpose !== 'signup') return standing
  const confirmed = await spendLink(identity, link, person)
  return isRefusal(confirmed) ? confirmed : userWire(confirmed, null)
}

/** The redirect for a browser that opens a link of the wire itself, with a session, or a code for its PKCE. */
export async function follow(
  identity: Identity,
  presented: Presented,
  page: URL,
  from: Origin,
): Promise<string | Refused> {
  const found = await findLinkAndPerson(identity, presented, from)
  if (isRefusal(found)) return found
  const { codeChallenge, userId } = found.link
  if (codeChallenge === null) {
    const redeemed = await redeem(identity, presented, from)
    if (isRefusal(redeemed)) return redeemed
    return withHash(page, isSession(redeemed) ? sessionHash(redeemed, found.link) : confirmedHash)
  }
  const spent = await spendLink(identity, found.link, found.person)
  if (isRefusal(spent)) return spent
  const code = await asPerson(identity.db, userId, tx =>
    makeLink(tx, { userId, purpose: 'auth_code', codeChallenge }, tx.now),
  )
  return pageWith(page, { code })
}

/** True when the verifier answers the link's PKCE challenge (S256): the presenting browser made the request. */
function answersChallenge({ codeChallenge }: StoredLink, verifier: string): boolean {
  const answer = createHash('sha256').update(verifier).digest()
  const challenge = Buffer.from(codeChallenge ?? '', 'base64url')
  return challenge.length === answer.length && timingSafeEqual(challenge, answer)
}

async function findLinkAndPerson(
  identity: Identity,
  { code, purposes }: Presented,
  from: Origin,
): Promise<LinkAndPerson | Refused> {
  const [stopped] = await identity.limits.take([{ limit: limits.verifyFrom, subject: from.ip }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const link = await findLink(outsideAnyTransaction(identity.db), digestCode(code))
  if (!link || !purposes.includes(link.purpose)) return refuse('link_not_found')
  if (link.expiresAt <= clock.now().toISOString()) return refuse('link_expired')
  if (link.purpose === 'invite' && link.invitation !== null) await identity.accept(link.invitation)
  const person = await readAsPerson(identity.db, link.userId, tx => loadPerson(tx, tx.userId))
  return person ? { link, person } : refuse('link_not_found')
}

const isSession = (redeemed: SessionWire | UserWire): redeemed is SessionWire => 'access_token' in redeemed

const confirmedHash = { message: 'Tu correo electrónico está confirmado', sb: '' }

const sessionHash = (session: SessionWire, { purpose }: StoredLink) => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  sb: '',
  token_type: session.token_type,
  type: purpose,
})

function withHash(page: URL, parameters: { readonly [name: string]: string }): string {
  return `${page.href.replace(/#.*$/, '')}#${new URLSearchParams(parameters)}`
}
