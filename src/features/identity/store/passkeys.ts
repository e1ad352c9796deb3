/** Rows of `passkey`, and the challenges that wait to be signed. */
import type { ChallengePurpose } from '#features/identity/rules/passkeys.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { FactorWire } from '#features/identity/wire.ts'
import { part, sql } from '#server/database/sql.ts'

export type Passkey = {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export type StoredPasskey = Passkey & {
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

const columns = part`id, user_id as "userId", name, credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** The person's passkeys, oldest first. */
export function findPasskeys(on: Statements, userId: string): Promise<StoredPasskey[]> {
  return on.all<StoredPasskey>(
    sql`select ${columns} from passkey where user_id = ${userId} order by created_at, id`,
  )
}

/** The person's passkeys as second factors in the client's wire shape, oldest first. */
export function findPasskeyFactors(on: Statements, userId: string): Promise<FactorWire[]> {
  return on.all<FactorWire>(sql`
    select id, name as friendly_name, 'webauthn' as factor_type, 'verified' as status, created_at,
      coalesce(last_used_at, created_at) as updated_at
    from passkey where user_id = ${userId} order by created_at, id`)
}

export async function findByCredential(on: Statements, credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await on.all<StoredPasskey>(
    sql`select ${columns} from passkey where credential_id = ${credentialId}`,
  )
  return row ?? null
}

export async function lockPasskey(on: Statements, userId: string, id: string): Promise<StoredPasskey | null> {
  const [row] = await on.all<StoredPasskey>(
    sql`select ${columns} from passkey where id = ${id} and user_id = ${userId} for update`,
  )
  return row ?? null
}

/** @throws a unique violation when an account has the credential already. */
export async function insertPasskey(
  on: Statements,
  passkey: Omit<StoredPasskey, 'createdAt' | 'lastUsedAt' | 'publicKey'> & { readonly publicKey: Uint8Array },
  now: Date,
): Promise<void> {
  await on.all(sql`
    insert into passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at)
    values (${passkey.id}, ${passkey.userId}, ${passkey.name}, ${passkey.credentialId},
      ${Buffer.from(passkey.publicKey)}, ${passkey.counter}, ${passkey.transports}::text[], ${now})`)
}

export async function savePasskeyName(on: Statements, id: string, name: string): Promise<void> {
  await on.all(sql`update passkey set name = ${name} where id = ${id}`)
}

export async function savePasskeyUse(on: Statements, id: string, counter: number, now: Date): Promise<void> {
  await on.all(sql`update passkey set counter = ${counter}, last_used_at = ${now} where id = ${id}`)
}

export async function deletePasskey(on: Statements, id: string): Promise<void> {
  await on.all(sql`delete from passkey where id = ${id}`)
}

/** Deletes all passkeys of a person; returns their number. */
export async function deletePasskeys(on: Statements, userId: string): Promise<number> {
  return (await on.all(sql`delete from passkey where user_id = ${userId} returning id`)).length
}

export type Challenge = {
  readonly id: string
  readonly purpose: ChallengePurpose
  readonly challenge: string
  /** Session that asked for it; null for a sign-in. */
  readonly sessionId: string | null
  readonly expiresAt: Date
}

export async function insertPasskeyChallenge(on: Statements, challenge: Challenge): Promise<void> {
  await on.all(sql`
    insert into passkey_challenge (id, purpose, challenge, session_id, expires_at)
    values (${challenge.id}, ${challenge.purpose}, ${challenge.challenge}, ${challenge.sessionId}, ${challenge.expiresAt})`)
}

/** Takes a challenge that is in time, for the purpose and the session that it was made for: one of several callers gets it. */
export async function takePasskeyChallenge(
  on: Statements,
  { id, purpose, sessionId }: Pick<Challenge, 'id' | 'purpose' | 'sessionId'>,
  now: Date,
): Promise<string | null> {
  const [row] = await on.all<{ challenge: string }>(sql`
    delete from passkey_challenge
    where id = ${id} and purpose = ${purpose} and session_id is not distinct from ${sessionId}::uuid
      and expires_at > ${now}
    returning challenge`)
  return row?.challenge ?? null
}

/** Deletes expired challenges: for a timer. */
export async function deleteOldPasskeyChallenges(on: Statements, now: Date): Promise<void> {
  await on.all(sql`delete from passkey_challenge where expires_at < ${now}`)
}
