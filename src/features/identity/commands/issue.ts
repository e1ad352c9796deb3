import type { FastifyBaseLogger } from 'fastify'
import type { Membership, Person } from '#features/identity/rules.ts'
import type { Session } from '#features/identity/store/sessions.ts'
import { appMetadata, userMetadata, userWire } from '#features/identity/views.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import type { Db } from '#server/db.ts'
import type { Passwords } from '#server/passwords.ts'
import type { RefreshTokens } from '#server/refresh-token.ts'
import type { TokenContent, Tokens } from '#server/tokens.ts'

/** What identity works with. */
export type Identity = {
  readonly db: Db
  readonly tokens: Tokens
  readonly refreshTokens: RefreshTokens
  readonly passwords: Passwords
  readonly log: FastifyBaseLogger
  /** For what must not delay an answer: finished before the program stops, its failure logged. */
  readonly inBackground: (work: Promise<void>) => void
}

/** Where a request comes from, as far as we believe it. */
export type Origin = { readonly ip: string; readonly userAgent: string | null }

/** The tokens of a session as it stands, with its person. */
export async function issue(
  { tokens, refreshTokens }: Identity,
  session: Session,
  person: Person,
  company: Membership | null,
): Promise<SessionWire> {
  const access = await tokens.signAccessToken(tokenContent(person, company, session))
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: refreshTokens.write(session.id, session.counter, session.hmacKey),
    user: userWire(person, company),
  }
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
    acting: actingOf(session),
  }
}

function actingOf({ actingUserId, parentId }: Session): TokenContent['acting'] {
  return actingUserId !== null && parentId !== null ? { userId: actingUserId, sessionId: parentId } : null
}
