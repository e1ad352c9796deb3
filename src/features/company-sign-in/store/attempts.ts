/** Rows of `sign_in_attempt`: ways to a provider that browsers have begun. Each is gone once it is taken. */
import { createHash } from 'node:crypto'
import type { Statements } from '#features/company-sign-in/store/statements.ts'
import { sql } from '#server/database/sql.ts'

export type Attempt = {
  readonly company: string
  readonly issuer: string
  readonly clientId: string
  /** Administrator who tries the settings; null for somebody who signs in. */
  readonly testedBy: string | null
}

/** Answer that a browser brings back: the state in the address, and its own secret. */
export type Brought = { readonly state: string; readonly secret: string }

export const attemptMs = 10 * 60_000

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export async function insertAttempt(
  on: Statements,
  { state, secret }: Brought,
  { company, issuer, clientId, testedBy }: Attempt,
  now: Date,
): Promise<void> {
  await on.all(sql`delete from sign_in_attempt where expires_at < ${now}`)
  await on.all(sql`
    insert into sign_in_attempt (state, browser, company, issuer, client_id, tested_by, expires_at)
    values (${digest(state)}, ${digest(secret)}, ${company}, ${issuer}, ${clientId}, ${testedBy},
      ${new Date(now.getTime() + attemptMs)})`)
}

/** Takes the attempt that this browser began. One of several concurrent calls gets it; another browser never. */
export async function takeAttempt(
  on: Statements,
  { state, secret }: Brought,
  now: Date,
): Promise<Attempt | null> {
  const [row] = await on.all<Attempt>(sql`
    delete from sign_in_attempt
    where state = ${digest(state)} and browser = ${digest(secret)} and expires_at > ${now}
    returning company, issuer, client_id as "clientId", tested_by as "testedBy"`)
  return row ?? null
}
