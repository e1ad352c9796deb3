/** Who had a hand in the decisions on an order: whoever's seat it was, and whoever decided it in their place. */
import { type Part, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Of every revision of the order of this alias, as an array. Whoever stands in for somebody counts as both. */
export const decidersOfOrder = (order: Part) => part`array(
  select a.approver_id from approval a where a.company_id = ${order}.company_id and a.document_id = ${order}.id
    and a.decided_at is not null
  union select a.decided_by from approval a where a.company_id = ${order}.company_id
    and a.document_id = ${order}.id and a.decided_by is not null)`

/** The same of one order. */
export async function decidersOf(tx: TenantTx, documentId: string): Promise<string[]> {
  const found = await tx.one<{ ids: string[] }>(sql`
    select ${decidersOfOrder(part`d`)} as ids from document d
    where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  return found?.ids ?? []
}
