// API tokens of a test, as the database keeps them: of any scopes, any age, and more than one person may have.
import { newId } from '#kernel/ids.ts'
import { type TokenKind, type TokenScope, tokenScopes } from '#kernel/token-scope.ts'
import { makeApiToken, tokenDigest, tokenHint } from '#server/auth/api-token-text.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import type { Parts } from '#tests/support/app.ts'

export type GivenToken = {
  readonly companyId: string
  readonly userId: string
  readonly kind?: TokenKind
  readonly scopes?: readonly TokenScope[]
  readonly days?: number
  readonly madeDaysAgo?: number
  readonly name?: string
  readonly aal?: 'aal1' | 'aal2'
}

/** Text and id of a token of this person, or service. */
export async function giveToken({ owner }: Pick<Parts, 'owner'>, given: GivenToken) {
  const {
    companyId,
    userId,
    kind = 'personal',
    scopes = tokenScopes,
    days = 90,
    madeDaysAgo = 0,
    aal = 'aal1',
  } = given
  const [text, id] = [makeApiToken(kind, companyId), newId()]
  const madeAt = new Date(clock.now().getTime() - madeDaysAgo * 86_400_000)
  const expiresAt = new Date(madeAt.getTime() + days * 86_400_000)
  await owner.run(sql`
    insert into api_token (company_id, id, kind, user_id, name, scopes, digest, hint, aal, created_by, created_at, expires_at)
    values (${companyId}, ${id}, ${kind}, ${userId}, ${given.name ?? id}, ${[...scopes]}::text[], ${tokenDigest(text)}, ${tokenHint(text)},
      ${aal}, ${userId}, ${madeAt}, ${expiresAt})`)
  return { text, id }
}
