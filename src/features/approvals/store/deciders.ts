/** Who had a hand in the decisions on an order: whoever's seat it was, and whoever decided it in their place. */
import { decidersOfOrder } from '#features/approvals/scope.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Deciders of each of these orders, by its id. */
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
