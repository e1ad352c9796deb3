/** Rows of `one_time_token`: links of mails, of which only a digest is kept. */
import { createHash, randomBytes } from 'node:crypto'
import { lifetimeMs, type Purpose } from '#features/identity/rules/links.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { part, sql } from '#server/database/sql.ts'

export type StoredLink = {
  /** SHA-256 of the code; the code itself stands only in the mail. */
  readonly digest: Buffer
  readonly userId: string
  readonly purpose: Purpose
  readonly codeChallenge: string | null
  /** The address that the link confirms or restores. */
  readonly email: string | null
  readonly expiresAt: string
  /** The invitation that the link accepts. */
  readonly invitation: InvitationOf | null
}

export type InvitationOf = { readonly companyId: string; readonly id: string }

const linkColumns = part`digest, user_id as "userId", purpose, code_challenge as "codeChallenge", email,
  expires_at as "expiresAt",
  case when invitation is not null then jsonb_build_object('companyId', company, 'id', invitation) end as invitation`

export type LinkFor = {
  readonly userId: string
  readonly purpose: Purpose
  readonly codeChallenge?: string | null
  readonly email?: string | null
  readonly invitation?: InvitationOf | null
}

/** Makes a link and returns its code, 256 random bits in base64url; only the digest is stored. */
export async function makeLink(on: Statements, link: LinkFor, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const { userId, purpose, codeChallenge = null, email = null, invitation = null } = link
  const expiresAt = new Date(now.getTime() + lifetimeMs[purpose]).toISOString()
  const fields = { userId, purpose, codeChallenge, email, expiresAt, invitation }
  await insertLink(on, { digest: digestCode(code), ...fields }, now)
  return code
}

export const digestCode = (code: string): Buffer => createHash('sha256').update(code).digest()

async function insertLink(on: Statements, link: StoredLink, now: Date): Promise<void> {
  await on.all(sql`
    insert into one_time_token (digest, user_id, purpose, code_challenge, email, company, invitation,
      created_at, expires_at)
    values (${link.digest}, ${link.userId}, ${link.purpose}, ${link.codeChallenge}, ${link.email},
      ${link.invitation?.companyId ?? null}, ${link.invitation?.id ?? null}, ${now}, ${link.expiresAt})`)
}

export async function findLink(on: Statements, digest: Buffer): Promise<StoredLink | null> {
  const [row] = await on.all<StoredLink>(
    sql`select ${linkColumns} from one_time_token where digest = ${digest}`,
  )
  return row ?? null
}

/** Spends a link. True for exactly one of several concurrent callers. */
export async function takeLink(on: Statements, digest: Buffer): Promise<boolean> {
  const taken = await on.all(sql`delete from one_time_token where digest = ${digest} returning user_id`)
  return taken.length > 0
}

export async function deleteLinks(
  on: Statements,
  userId: string,
  purposes: readonly Purpose[],
): Promise<void> {
  await on.all(sql`delete from one_time_token where user_id = ${userId} and purpose = any (${purposes})`)
}

/** Deletes a person's invite links: those of one invitation, or, with null, those that belong to no invitation. */
export async function deleteInviteLinks(
  on: Statements,
  userId: string,
  invitationId: string | null,
): Promise<void> {
  await on.all(sql`delete from one_time_token
    where user_id = ${userId} and purpose in ('invite', 'invitation')
      and invitation is not distinct from ${invitationId}::uuid`)
}

export async function deleteEndedLinks(on: Statements, now: Date): Promise<void> {
  await on.all(sql`delete from one_time_token where expires_at < ${now}`)
}
