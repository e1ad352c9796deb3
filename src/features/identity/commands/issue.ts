/** Tokens of a session: an access token, and a refresh token to renew it. */
import type { Identity } from '#features/identity/commands/identity.ts'
import type { Membership, Person } from '#features/identity/rules.ts'
import { findFactors } from '#features/identity/store/factors.ts'
import { findPasskeyFactors } from '#features/identity/store/passkeys.ts'
import type { Session } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { appMetadata, userMetadata, userWire } from '#features/identity/views.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { type FactorPolicy, policyInForce } from '#kernel/second-factor.ts'
import type { AccessToken, TokenContent } from '#server/auth/tokens.ts'

/**
 * Issues the tokens of a session, with its person. `membership`: the company that the session works in now, which is
 * none once the person has left the company that the session names.
 */
export async function issueSession(
  identity: Identity,
  session: Session,
  person: Person,
  membership: Membership | null,
): Promise<SessionWire> {
  const access = await accessToken(identity, session, person, membership)
  const { refreshTokens, db } = identity
  // The browser's sign-in library derives from the factors that a second step is due.
  const factors = person.hasSecondFactor ? await findAllFactors(outsideAnyTransaction(db), person.id) : []
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: refreshTokens.write(session.id, session.counter, session.hmacKey),
    user: userWire(person, membership, factors, policyFor(identity, session, membership)),
  }
}

/** Policy of second factors for the session's person; nobody's where they, or whoever looks as them, have taken the step. */
export const policyFor = (
  { isStrict }: Pick<Identity, 'isStrict'>,
  { impersonatorId, aal }: Pick<Session, 'impersonatorId' | 'aal'>,
  membership: Membership | null,
): FactorPolicy =>
  impersonatorId === null && aal === 'aal1'
    ? policyInForce(isStrict, membership?.factorPolicy ?? null)
    : 'nobody'

async function findAllFactors(on: Statements, userId: string) {
  const [factors, passkeys] = await Promise.all([findFactors(on, userId), findPasskeyFactors(on, userId)])
  return [...factors, ...passkeys]
}

/** The access token alone. */
export function accessToken(
  { tokens }: Identity,
  session: Session,
  person: Person,
  membership: Membership | null,
): Promise<AccessToken> {
  return tokens.signAccessToken(tokenContent(person, membership, session))
}

function tokenContent(person: Person, membership: Membership | null, session: Session): TokenContent {
  return {
    userId: person.id,
    sessionId: session.id,
    email: person.email,
    role: person.role,
    companyId: membership?.companyId ?? null,
    appMetadata: appMetadata(person, membership),
    userMetadata: userMetadata(person),
    // Assurance level, methods used, and number of refreshes: see auth/tokens.ts.
    aal: session.aal,
    amr: session.amr,
    counter: session.counter,
    impersonator: tokenImpersonator(session),
  }
}

function tokenImpersonator({ impersonatorId, parentId }: Session): TokenContent['impersonator'] {
  return impersonatorId !== null && parentId !== null ? { userId: impersonatorId, sessionId: parentId } : null
}
