import type { Blob } from '#server/files.ts'
import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

export type NewFile = Blob & { readonly id: string; readonly name: string; readonly uploadedBy: string }

export async function insertFile(tx: TenantTx, file: NewFile): Promise<void> {
  await tx.runOne(sql`
    insert into file (company_id, id, name, media_type, size, sha256, uploaded_by, created_at)
    values (${tx.companyId}, ${file.id}, ${file.name}, ${file.mediaType}, ${file.size}, ${file.sha256},
      ${file.uploadedBy}, ${tx.now})`)
}

/** Deletes the rows of files that nothing refers to since before an instant. */
export async function deleteAbandoned(tx: TenantTx, before: Date): Promise<void> {
  await tx.run(sql`
    delete from file f where f.company_id = ${tx.companyId} and f.created_at < ${before}
      and not exists (select from attachment a where a.company_id = f.company_id and a.file_id = f.id)
      and not exists (select from contract_attachment c where c.company_id = f.company_id and c.file_id = f.id)
      and not exists (select from execution e where e.company_id = f.company_id and e.proof_file_id = f.id)
      and not exists (select from delivery v where v.company_id = f.company_id and v.file_id = f.id)`)
}

/** Which of these blobs have a row. */
export async function knownFiles(tx: TenantTx, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.all<{ id: string }>(sql`
    select id from file where company_id = ${tx.companyId} and id = any (${ids}::uuid[])`)
  return new Set(found.map(row => row.id))
}
