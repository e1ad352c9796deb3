/** The authors of an order: everybody who wrote any of its revisions, not only the first and the last. */
import { authorsOfDocument } from '#features/documents/scope.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Ids of the authors of an order of a project; empty when the project has no order with this id. */
export async function findAuthors(
  tx: TenantTx,
  projectId: string,
  documentId: string,
): Promise<readonly string[]> {
  const found = await tx.one<{ ids: string[] }>(sql`
    select ${authorsOfDocument(part`d`)} as ids from document d
    where d.company_id = ${tx.companyId} and d.project_id = ${projectId} and d.id = ${documentId}`)
  return found?.ids ?? []
}
