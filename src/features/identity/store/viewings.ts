import type { Statements } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** What somebody looks through at another person: a session of its own, which hangs on theirs. */
export type Viewing = { id: string; companyId: string; viewedId: string }

export function findViewings(on: Statements, sessionIds: readonly string[]): Promise<Viewing[]> {
  return on.all<Viewing>(sql`
    select id, company_id as "companyId", user_id as "viewedId" from session
    where parent_id = any (${sessionIds}::uuid[]) and company_id is not null order by id`)
}

/** The person's own sessions, held until the transaction ends: one of them, all others, or all. */
export async function lockOwnSessions(
  on: Statements,
  userId: string,
  { only = null, except = null }: { readonly only?: string | null; readonly except?: string | null },
): Promise<string[]> {
  const held = await on.all<{ id: string }>(sql`
    select id from session
    where user_id = ${userId} and parent_id is null and id = coalesce(${only}::uuid, id)
      and id is distinct from ${except}::uuid
    order by id for update`)
  return held.map(row => row.id)
}

export async function deleteOwnSessions(on: Statements, ids: readonly string[]): Promise<void> {
  await on.all(sql`delete from session where id = any (${ids}::uuid[])`)
}

/** Whether the journal has the end of it; who asks is alone with that question until their transaction ends. */
export async function isEndTold(tx: TenantTx, { id, viewedId }: Pick<Viewing, 'id' | 'viewedId'>) {
  await tx.all(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
  const told = await tx.one(sql`
    select from event where company_id = ${tx.companyId} and object_type = 'person' and object_id = ${viewedId}
      and action = 'impersonation.ended' and after ->> 'sessionId' = ${id} limit 1`)
  return told !== null
}
