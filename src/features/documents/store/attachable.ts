/** Files that may be attached to an order. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** SHA-256 by id of those files that the person may attach: uploaded by them, already on the order, or lent to them. */
export async function attachableFiles(
  tx: TenantTx,
  fileIds: readonly string[],
  userId: string,
  documentId: string | null,
  lentFileIds: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const found = await tx.all<{ id: string; sha256: string }>(sql`
    select f.id, f.sha256 from file f
    where f.company_id = ${tx.companyId} and f.id = any (${fileIds}::uuid[])
      and (f.uploaded_by = ${userId} or f.id = any (${lentFileIds}::uuid[]) or exists (select from attachment a
        where a.company_id = f.company_id and a.file_id = f.id and a.document_id = ${documentId}))`)
  return new Map(found.map(({ id, sha256 }) => [id, sha256]))
}
