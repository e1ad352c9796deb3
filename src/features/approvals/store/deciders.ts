/** Who had a hand in the decisions on an order: whoever's seat it was, and whoever decided it in their place. */
import { type Part, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Of every revision of the order of this alias, as an array. Whoever stands in for somebody counts as both. */
export const decidersOfOrder = (order: Part) => part`array(
  select a.approver_id from approval a where a.company_id = ${order}.company_id and a.document_id = ${order}.id
    and a.decided_at is not null
  union select a.decided_by from approval a where a.company_id = ${order}.company_id
    and a.document_id = ${order}.id and a.decided_by is not null)`

/** The same of each of these orders, by its id. */
export async function decidersOfEach(
  tx: TenantTx,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await tx.all<{ id: string; decider_ids: string[] }>(sql`
    select d.id, ${decidersOfOrder(part`d`)} as decider_ids from document d
    where d.company_id = ${tx.companyId} and d.id = any (${documentIds}::text[])`)
  return new Map(found.map(row => [row.id, row.decider_ids]))
}

export async function decidersOf(tx: TenantTx, documentId: string): Promise<readonly string[]> {
  return (await decidersOfEach(tx, [documentId])).get(documentId) ?? []
}
