/** Addresses of accounts: confirmed, requested, changed and given back. */
import type { Statements } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'

/**
 * Confirms the address, unless it is confirmed already. A password from before the confirmation may be a stranger's: it
 * is removed unless `keepsPassword`. Whoever came in with it was there.
 */
export async function confirmEmail(
  on: Statements,
  userId: string,
  now: Date,
  { keepsPassword = true }: { readonly keepsPassword?: boolean } = {},
): Promise<void> {
  await on.all(sql`
    update account set email_confirmed_at = ${now}, updated_at = ${now},
      password_hash = case when ${keepsPassword}::boolean then password_hash end,
      password_unproven_at = case when ${keepsPassword}::boolean then password_unproven_at end,
      had_owner = had_owner or last_sign_in_at is not null,
      password_given = password_given and ${keepsPassword}::boolean
    where id = ${userId} and email_confirmed_at is null`)
}

/** Saves an address that the person requests, pending its confirmation; it replaces an earlier or pending one. */
export async function saveNewEmail(
  on: Statements,
  userId: string,
  newEmail: string,
  now: Date,
): Promise<void> {
  await on.all(sql`
    update account set new_email = ${newEmail}, email_change_sent_at = ${now}, updated_at = ${now},
      new_email_by = null, new_email_after = null, new_email_confirmed_at = null
    where id = ${userId}`)
}

/** Changes and confirms the address. @throws a unique violation when another account has it by now. */
export async function saveEmail(on: Statements, userId: string, email: string, now: Date): Promise<void> {
  await on.all(sql`
    update account set email = ${email}, new_email = null, email_confirmed_at = ${now}, updated_at = ${now}
    where id = ${userId}`)
}

/** Restores the former address and removes the password. @throws a unique violation when another account has it by now. */
export async function giveBackEmail(on: Statements, userId: string, email: string, now: Date): Promise<void> {
  await on.all(sql`
    update account set email = ${email}, new_email = null, password_hash = null, password_unproven_at = null,
      had_owner = true, updated_at = ${now}
    where id = ${userId}`)
}
