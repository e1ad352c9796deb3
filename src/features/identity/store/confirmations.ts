/** Steps of a session, and what its account has to confirm who its person is. */
import { type OwnProofs, settlingMs } from '#features/identity/rules/confirmation.ts'
import type { AuthenticationStep } from '#features/identity/rules.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'

export type SessionProofs = OwnProofs & {
  readonly amr: readonly AuthenticationStep[]
  /** True with a password that a stranger may have chosen, and that confirms nobody yet. */
  readonly hasNewPassword: boolean
  /** True in a session that a company's provider opened. */
  readonly isOfCompany: boolean
}

/** Null for a session that has ended. */
export async function findProofs(
  on: Statements,
  sessionId: string,
  now: Date,
): Promise<SessionProofs | null> {
  const settled = new Date(now.getTime() - settlingMs)
  const [row] = await on.all<SessionProofs>(sql`
    select s.amr, s.bound_to is not null as "isOfCompany",
      who.password_hash is not null and coalesce(who.password_unproven_at <= ${settled}, true) as "hasPassword",
      who.password_hash is not null and who.password_unproven_at > ${settled} is true as "hasNewPassword",
      exists (select from passkey k where k.user_id = who.id and k.created_at <= ${settled}) as "hasPasskey",
      exists (select from factor f where f.user_id = who.id and f.status = 'verified'
        and f.created_at <= ${settled}) as "hasApplication"
    from session s join account who on who.id = s.user_id
    where s.id = ${sessionId}`)
  return row ?? null
}

/** Saves the steps that a locked session has taken. */
export async function saveSteps(
  on: Statements,
  sessionId: string,
  steps: readonly AuthenticationStep[],
): Promise<void> {
  await on.all(sql`update session set amr = ${JSON.stringify(steps)}::jsonb where id = ${sessionId}`)
}

/** Ids of the person's applications of codes that confirm who they are. */
export async function findApplicationIds(on: Statements, userId: string, now: Date): Promise<string[]> {
  const found = await on.all<{ id: string }>(sql`
    select id from factor where user_id = ${userId} and status = 'verified'
      and created_at <= ${new Date(now.getTime() - settlingMs)} order by created_at, id`)
  return found.map(({ id }) => id)
}
