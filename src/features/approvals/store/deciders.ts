/** Deciders of an order: the approvers of its decided seats, and the substitutes who decided in their place. */
import { decidersOfDocument } from '#features/approvals/scope.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Ids of the deciders of each order, by the order's id. */
export async function decidersOfEach(
  tx: TenantTx,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await tx.all<{ id: string; decider_ids: string[] }>(sql`
    select d.id, ${decidersOfDocument(part`d`)} as decider_ids from document d
    where d.company_id = ${tx.companyId} and d.id = any (${documentIds}::text[])`)
  return new Map(found.map(row => [row.id, row.decider_ids]))
}

export async function findDeciders(tx: TenantTx, documentId: string): Promise<readonly string[]> {
  return (await decidersOfEach(tx, [documentId])).get(documentId) ?? []
}
