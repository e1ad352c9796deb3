import type { Identity } from '#features/identity/commands/identity.ts'
import type { Membership, Person } from '#features/identity/rules.ts'
import { findFactors } from '#features/identity/store/factors.ts'
import type { Session } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { appMetadata, userMetadata, userWire } from '#features/identity/views.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import type { AccessToken, TokenContent } from '#server/auth/tokens.ts'

/** Issues the tokens of a session, with its person. */
export async function issue(
  identity: Identity,
  session: Session,
  person: Person,
  company: Membership | null,
): Promise<SessionWire> {
  const access = await accessToken(identity, session, person, company)
  const { refreshTokens, db } = identity
  // The client derives from the factors that a second step is due.
  const factors = person.hasSecondFactor ? await findFactors(outsideAnyTransaction(db), person.id) : []
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: refreshTokens.write(session.id, session.counter, session.hmacKey),
    user: userWire(person, company, factors),
  }
}

/** The access token alone. */
export function accessToken(
  { tokens }: Identity,
  session: Session,
  person: Person,
  company: Membership | null,
): Promise<AccessToken> {
  return tokens.signAccessToken(tokenContent(person, company, session))
}

function tokenContent(person: Person, company: Membership | null, session: Session): TokenContent {
  return {
    userId: person.id,
    sessionId: session.id,
    email: person.email,
    role: person.role,
    companyId: company?.companyId ?? null,
    appMetadata: appMetadata(person, company),
    userMetadata: userMetadata(person),
    aal: session.aal,
    amr: session.amr,
    counter: session.counter,
    impersonator: impersonatorOf(session),
  }
}

function impersonatorOf({ impersonatorId, parentId }: Session): TokenContent['impersonator'] {
  return impersonatorId !== null && parentId !== null ? { userId: impersonatorId, sessionId: parentId } : null
}
