/** Rows of `factor`, and the challenges that wait for a code. */
import type { Statements } from '#features/identity/store/statements.ts'
import type { FactorWire } from '#features/identity/wire.ts'
import type { Instant } from '#kernel/day.ts'
import { sql } from '#server/database/sql.ts'

/** The person's applications of codes in the client's wire shape, oldest first. */
export function findFactors(on: Statements, userId: string): Promise<FactorWire[]> {
  return on.all<FactorWire>(sql`
    select id, friendly_name, 'totp' as factor_type, status, created_at, updated_at from factor
    where user_id = ${userId} order by created_at, id`)
}

/** True when the person has a second factor: a verified application of codes, or a passkey. */
export async function hasAnyFactor(on: Statements, userId: string): Promise<boolean> {
  const found = await on.all(sql`
    select id from factor where user_id = ${userId} and status = 'verified'
    union all select id from passkey where user_id = ${userId} limit 1`)
  return found.length > 0
}

/** Locks the account, so that changes to its factors, passkeys and recovery codes run one at a time. */
export async function lockFactors(on: Statements, userId: string): Promise<void> {
  await on.all(sql`select id from account where id = ${userId} for no key update`)
}

export type StoredFactor = {
  readonly id: string
  readonly status: 'unverified' | 'verified'
  readonly sealedSecret: string
  /** The last time step whose code was used. */
  readonly lastStep: number
  readonly createdAt: Instant
}

export async function lockFactor(
  on: Statements,
  userId: string,
  factorId: string,
): Promise<StoredFactor | null> {
  const [row] = await on.all<StoredFactor>(sql`
    select id, status, sealed_secret as "sealedSecret", last_step::int as "lastStep", created_at as "createdAt" from factor
    where id = ${factorId} and user_id = ${userId} for update`)
  return row ?? null
}

export async function insertFactor(
  on: Statements,
  factor: {
    readonly id: string
    readonly userId: string
    readonly name: string
    readonly sealedSecret: string
  },
  now: Date,
): Promise<void> {
  await on.all(sql`
    insert into factor (id, user_id, friendly_name, status, sealed_secret, created_at, updated_at)
    values (${factor.id}, ${factor.userId}, ${factor.name}, 'unverified', ${factor.sealedSecret}, ${now}, ${now})`)
}

/** Records a verified code: the factor is complete, and the code cannot be used again. */
export async function saveFactorStep(on: Statements, id: string, step: number, now: Date): Promise<void> {
  await on.all(sql`
    update factor set status = 'verified', last_step = ${step}, updated_at = ${now} where id = ${id}`)
}

export async function deleteFactor(on: Statements, id: string): Promise<void> {
  await on.all(sql`delete from factor where id = ${id}`)
}

/** Deletes all factors of a person; returns their number. */
export async function deleteFactors(on: Statements, userId: string): Promise<number> {
  return (await on.all(sql`delete from factor where user_id = ${userId} returning id`)).length
}

/** Deletes a person's unfinished enrolments: all, or those begun before an instant. */
export async function deleteUnfinished(on: Statements, userId: string, before: Date | null): Promise<void> {
  await on.all(sql`
    delete from factor where user_id = ${userId} and status = 'unverified'
      and created_at < coalesce(${before}::timestamptz, 'infinity')`)
}

/** Deletes everybody's unfinished enrolments and expired challenges: for a timer. */
export async function deleteForgotten(on: Statements, begunBefore: Date, now: Date): Promise<void> {
  await on.all(sql`delete from factor where status = 'unverified' and created_at < ${begunBefore}`)
  await on.all(sql`delete from factor_challenge where expires_at < ${now}`)
}

export async function insertChallenge(
  on: Statements,
  challenge: { readonly id: string; readonly factorId: string; readonly expiresAt: Date },
): Promise<void> {
  await on.all(sql`
    insert into factor_challenge (id, factor_id, expires_at)
    values (${challenge.id}, ${challenge.factorId}, ${challenge.expiresAt})`)
}

/** True when the challenge belongs to the factor and has not expired. */
export async function isChallengeOpen(
  on: Statements,
  challenge: { readonly id: string; readonly factorId: string },
  now: Date,
): Promise<boolean> {
  const found = await on.all(sql`
    select id from factor_challenge
    where id = ${challenge.id} and factor_id = ${challenge.factorId} and expires_at > ${now}`)
  return found.length > 0
}

export async function deleteChallenge(on: Statements, id: string): Promise<void> {
  await on.all(sql`delete from factor_challenge where id = ${id}`)
}

/** Saves whether the person has a second factor, on the account, where every request's liveness query reads it. */
export async function saveSecondFactor(
  on: Statements,
  userId: string,
  isOn: boolean,
  now: Date,
): Promise<void> {
  await on.all(sql`update account set second_factor = ${isOn}, updated_at = ${now} where id = ${userId}`)
}
