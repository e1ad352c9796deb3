/** Pending addresses, as columns of `account`. */
import type { PendingAddress } from '#features/identity/rules/pending-address.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { part, sql } from '#server/database/sql.ts'

/** An account with its pending address. */
export type AccountWithPending = PendingAddress & {
  readonly userId: string
  readonly name: string
  readonly formerEmail: string
  readonly setBy: string
  readonly wasUsed: boolean
}

const addressColumns = part`id as "userId", name, email as "formerEmail", new_email as email, new_email_by as "setBy",
  new_email_after as after, new_email_confirmed_at is not null as "isConfirmed", last_sign_in_at is not null as "wasUsed"`

export async function savePendingAddress(
  on: Statements,
  { userId, email, by, after }: { userId: string; email: string; by: string; after: Date },
  now: Date,
): Promise<void> {
  await on.all(sql`
    update account set new_email = ${email}, new_email_by = ${by}, new_email_after = ${after},
      new_email_confirmed_at = null, email_change_sent_at = ${now}, updated_at = ${now}
    where id = ${userId}`)
}

export async function lockPendingAddress(on: Statements, userId: string): Promise<AccountWithPending | null> {
  const [row] = await on.all<AccountWithPending>(sql`
    select ${addressColumns} from account
    where id = ${userId} and new_email is not null and new_email_by is not null for no key update`)
  return row ?? null
}

export async function markPendingConfirmed(on: Statements, userId: string, now: Date): Promise<void> {
  await on.all(
    sql`update account set new_email_confirmed_at = ${now}, updated_at = ${now} where id = ${userId}`,
  )
}

export async function clearPendingAddress(on: Statements, userId: string, now: Date): Promise<void> {
  await on.all(sql`
    update account set new_email = null, new_email_by = null, new_email_after = null,
      new_email_confirmed_at = null, updated_at = ${now}
    where id = ${userId}`)
}

/** Ids of accounts whose pending address is confirmed and past its delay: at most 100, oldest first. */
export async function dueAddresses(on: Statements, now: Date): Promise<string[]> {
  const rows = await on.all<{ id: string }>(sql`
    select id from account
    where new_email is not null and new_email_by is not null and new_email_confirmed_at is not null
      and new_email_after <= ${now} order by new_email_after limit 100`)
  return rows.map(row => row.id)
}

/**
 * Puts a pending address into effect. For a used account this counts as a change of credentials by others (an untrusted account).
 * @throws a unique violation when another account has the address by now.
 */
export async function applyPendingAddress(
  on: Statements,
  { userId, email, wasUsed }: AccountWithPending,
  now: Date,
): Promise<void> {
  await on.all(sql`
    update account set email = ${email}, email_confirmed_at = ${now}, updated_at = ${now},
      credentials_changed_at = case when ${wasUsed}::boolean then ${now}::timestamptz else credentials_changed_at end,
      had_owner = had_owner or ${wasUsed}::boolean,
      new_email = null, new_email_by = null, new_email_after = null, new_email_confirmed_at = null
    where id = ${userId}`)
}
