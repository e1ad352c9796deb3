/** Registrations, as rows of `account` that wait for somebody to activate them. */
import type { Statements } from '#features/identity/store/statements.ts'
import type { Role } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'

export type Applicant = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly passwordHash: string
  readonly requestedRole: Role
  readonly emailConfirmedAt: Date | null
  /** The stored hash of an earlier registration of the address, when its password equals the new one. */
  readonly sameHash?: string | null
}

/**
 * Saves a registration as an inactive account with a requested role. It replaces an earlier unconfirmed one of the
 * address; when their passwords differ, neither is kept, because one of them may be a stranger's.
 * Returns the account's id, or null, without changes, when the address belongs to a confirmed or invited account.
 */
export async function saveApplication(
  on: Statements,
  applicant: Applicant,
  now: Date,
): Promise<string | null> {
  const {
    id,
    email,
    name,
    lastName,
    passwordHash,
    requestedRole,
    emailConfirmedAt,
    sameHash = null,
  } = applicant
  const [row] = await on.all<{ id: string }>(sql`
    insert into account (id, email, password_hash, name, last_name, role, requested_role, active,
      email_confirmed_at, confirmation_sent_at, created_at, updated_at)
    values (${id}, ${email}, ${passwordHash}, ${name}, ${lastName}, 'client_user', ${requestedRole}, false,
      ${emailConfirmedAt}, ${emailConfirmedAt === null ? now : null}, ${now}, ${now})
    on conflict (email) do update set name = excluded.name,
      password_hash = case when account.password_hash = ${sameHash} then account.password_hash end,
      last_name = excluded.last_name, requested_role = excluded.requested_role,
      confirmation_sent_at = excluded.confirmation_sent_at, updated_at = excluded.updated_at
    where account.email_confirmed_at is null and not account.active and account.invited_at is null
    returning id`)
  return row?.id ?? null
}
