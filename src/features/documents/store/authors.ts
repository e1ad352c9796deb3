/** The authors of an order: everybody who wrote any of its revisions, not only the first and the last. */
import { type Part, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Of the order of this alias, as an array. */
export const authorsOfOrder = (order: Part) => part`array(
  select distinct r.made_by from document_revision r
  where r.company_id = ${order}.company_id and r.document_id = ${order}.id)`

/** Of an order of a project; nobody when there is none of this id. */
export async function authorsOf(
  tx: TenantTx,
  projectId: string,
  documentId: string,
): Promise<readonly string[]> {
  const found = await tx.one<{ ids: string[] }>(sql`
    select ${authorsOfOrder(part`d`)} as ids from document d
    where d.company_id = ${tx.companyId} and d.project_id = ${projectId} and d.id = ${documentId}`)
  return found?.ids ?? []
}
