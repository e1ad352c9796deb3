/** Impersonations as rows of `session`, and as the journal records them. */
import type { Statements } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** An impersonation: a session as the other person, with the impersonator's own session as its parent. */
export type OpenImpersonation = { id: string; companyId: string; impersonatedId: string }

export function findImpersonations(
  on: Statements,
  sessionIds: readonly string[],
): Promise<OpenImpersonation[]> {
  return on.all<OpenImpersonation>(sql`
    select id, company_id as "companyId", user_id as "impersonatedId" from session
    where parent_id = any (${sessionIds}::uuid[]) and company_id is not null order by id`)
}

/** Locks the person's own sessions until the transaction ends: one of them, all others, or all. */
export async function lockOwnSessions(
  on: Statements,
  userId: string,
  { only = null, except = null }: { readonly only?: string | null; readonly except?: string | null },
): Promise<string[]> {
  const locked = await on.all<{ id: string }>(sql`
    select id from session
    where user_id = ${userId} and parent_id is null and id = coalesce(${only}::uuid, id)
      and id is distinct from ${except}::uuid
    order by id for update`)
  return locked.map(row => row.id)
}

export async function deleteOwnSessions(on: Statements, ids: readonly string[]): Promise<void> {
  await on.all(sql`delete from session where id = any (${ids}::uuid[])`)
}

/** True when the journal has the impersonation's end. Locks it until the transaction ends, so that only one caller records it. */
export async function isEndRecorded(
  tx: TenantTx,
  { id, impersonatedId }: Pick<OpenImpersonation, 'id' | 'impersonatedId'>,
) {
  await tx.all(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
  const event = await tx.one(sql`
    select from event where company_id = ${tx.companyId} and object_type = 'person' and object_id = ${impersonatedId}
      and action = 'impersonation.ended' and after ->> 'sessionId' = ${id} limit 1`)
  return event !== null
}

/** User id of the impersonator; null when the beginning is not in the journal. */
export async function findImpersonator(
  tx: TenantTx,
  { id, impersonatedId }: Pick<OpenImpersonation, 'id' | 'impersonatedId'>,
): Promise<string | null> {
  const event = await tx.one<{ actor_id: string | null }>(sql`
    select actor_id from event where company_id = ${tx.companyId} and object_type = 'person'
      and object_id = ${impersonatedId} and action = 'impersonation.started' and after ->> 'sessionId' = ${id} limit 1`)
  return event?.actor_id ?? null
}
