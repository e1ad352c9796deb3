/** Open seats of people, `a` in its SQL: those that still wait for their decision. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Ids of the orders in which a person has an open seat, sorted: the sequence in which they are locked. */
export async function documentsWaitingFor(tx: TenantTx, userId: string): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select distinct d.id from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    where a.company_id = ${tx.companyId} and a.approver_id = ${userId} and a.status = 'pending' order by d.id`)
  return found.map(row => row.id)
}

/** An approver of a project who is about to lose that duty and still has open seats in it. */
export type SeatHolder = { readonly name: string; readonly count: number }

export function openSeatHolders(
  tx: TenantTx,
  projectId: string,
  keptIds: readonly string[],
): Promise<SeatHolder[]> {
  return tx.all<SeatHolder>(sql`
    select trim(who.name || ' ' || who.last_name) as name, count(*)::int as count
    from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    join account who on who.id = a.approver_id
    where a.company_id = ${tx.companyId} and d.project_id = ${projectId} and a.status = 'pending'
      and a.approver_id <> all (${keptIds}::uuid[])
    group by who.id order by 1`)
}

/**
 * Number of the person's open seats in a project; with null, in every project where they are not named as approver.
 */
export async function countOpenSeats(
  tx: TenantTx,
  userId: string,
  projectId: string | null,
): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    where a.company_id = ${tx.companyId} and a.approver_id = ${userId} and a.status = 'pending'
      and (d.project_id = ${projectId} or ${projectId}::text is null and not exists (
        select from project_approver n where n.company_id = d.company_id and n.project_id = d.project_id
          and n.user_id = a.approver_id))`)
  return found?.count ?? 0
}
