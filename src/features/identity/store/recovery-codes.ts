/** Rows of `recovery_code`: the hashes of the codes that sign a person in without the device. */
import type { Statements } from '#features/identity/store/statements.ts'
import { rows, sql } from '#server/database/sql.ts'

export type HashedCode = { readonly hint: string; readonly hash: string }

export async function replaceCodes(
  on: Statements,
  userId: string,
  codes: readonly HashedCode[],
): Promise<void> {
  await deleteCodes(on, userId)
  const fresh = codes.map(({ hint, hash }) => [userId, hint, hash])
  await on.all(sql`insert into recovery_code (user_id, hint, hash) values ${rows(fresh)}`)
}

export async function deleteCodes(on: Statements, userId: string): Promise<void> {
  await on.all(sql`delete from recovery_code where user_id = ${userId}`)
}

/** The hash of the unused code with this hint, its first letters. */
export async function findCodeHash(on: Statements, userId: string, hint: string): Promise<string | null> {
  const [row] = await on.all<{ hash: string }>(sql`
    select hash from recovery_code where user_id = ${userId} and hint = ${hint} and used_at is null`)
  return row?.hash ?? null
}

/** Spends a code. True for exactly one of several concurrent callers; the hash ensures that it is the compared code. */
export async function spendCode(
  on: Statements,
  userId: string,
  { hint, hash }: HashedCode,
  now: Date,
): Promise<boolean> {
  const spent = await on.all(sql`
    update recovery_code set used_at = ${now}
    where user_id = ${userId} and hint = ${hint} and hash = ${hash} and used_at is null returning hint`)
  return spent.length > 0
}

export async function countCodes(on: Statements, userId: string): Promise<number> {
  const [row] = await on.all<{ count: number }>(sql`
    select count(*)::int as count from recovery_code where user_id = ${userId} and used_at is null`)
  return row?.count ?? 0
}
