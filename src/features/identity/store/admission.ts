import { type Admission, admissionOf, type Known } from '#features/identity/rules/admission.ts'
import { purposes } from '#features/identity/rules/links.ts'
import { createAccount } from '#features/identity/store/accounts.ts'
import { deleteLinks } from '#features/identity/store/links.ts'
import { deleteSessions } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { Role } from '#kernel/actor.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { sql } from '#server/sql.ts'

export type Admitted = {
  readonly userId: string
  /** They choose a password by a link; otherwise they have one, and are only told. */
  readonly needsPassword: boolean
}

export type Newcomer = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly role: Role
}

/** Tells somebody that they have been let in: an invitation to choose a password, or a note. */
export type Invite = (on: Statements, invited: Invited, now: Date) => Promise<void>
export type Invited = Admitted & {
  readonly email: string
  readonly name: string
  readonly by: string
  /** The company; null for the platform. */
  readonly to: string | null
}

/** The active account of an address, whatever it was before; the row stays locked until the transaction ends. */
export async function admitAccount(
  on: Statements,
  newcomer: Newcomer,
  now: Date,
): Promise<Admitted | Refusal<'email_taken'>> {
  const known = await lockAccount(on, newcomer.email)
  const admission = admissionOf(known, newcomer.role)
  if (isRefusal(admission)) return admission
  if (known === null) return create(on, newcomer, now)
  await admit(on, known.id, newcomer, admission, now)
  return { userId: known.id, needsPassword: !keepsPassword(admission) }
}

const keepsPassword = (admission: Admission): boolean => admission.way !== 'create' && admission.keepsPassword

async function create(on: Statements, newcomer: Newcomer, now: Date) {
  const account = { ...newcomer, passwordHash: null, active: true, isInvited: true }
  const userId = await createAccount(on, account, now)
  return userId === null ? refuse('email_taken') : { userId, needsPassword: true }
}

async function admit(
  on: Statements,
  userId: string,
  { role }: Newcomer,
  admission: Admission,
  now: Date,
): Promise<void> {
  if (admission.way === 'activate')
    await on.all(sql`update account set role = ${role}, active = true, requested_role = null, updated_at = ${now}
      where id = ${userId}`)
  if (keepsPassword(admission)) return
  await on.all(sql`update account set password_hash = null, new_email = null, invited_at = ${now}, updated_at = ${now}
    where id = ${userId}`)
  await deleteSessions(on, userId, null)
  // Nor does the way back to an address of before lead into the company.
  await deleteLinks(on, userId, purposes)
}

async function lockAccount(on: Statements, email: string): Promise<(Known & { id: string }) | null> {
  const [row] = await on.all<Known & { id: string }>(sql`
    select id, role, active, requested_role as "requestedRole", email_confirmed_at as "emailConfirmedAt",
      password_hash is not null as "hasPassword"
    from account where email = ${email} for no key update`)
  return row ?? null
}
