import { documentsOf } from '#features/documents/views/reach.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

export type VisibleFile = {
  readonly id: string
  readonly name: string
  readonly media_type: string
  readonly size: number
}

/** A file the person uploaded, or that hangs from an order they see; null for any other. */
export function visibleFile(tx: TenantTx, actor: Actor, fileId: string): Promise<VisibleFile | null> {
  return tx.one<VisibleFile>(sql`
    select f.id, f.name, f.media_type, f.size from file f
    where f.company_id = ${tx.companyId} and f.id = ${fileId} and (
      f.uploaded_by = ${actor.userId}
      or exists (select from attachment a
        join document d on d.company_id = a.company_id and d.id = a.document_id
        where a.company_id = f.company_id and a.file_id = f.id and ${documentsOf(actor)})
      or exists (select from execution e
        join document d on d.company_id = e.company_id and d.id = e.document_id
        where e.company_id = f.company_id and e.proof_file_id = f.id and ${documentsOf(actor)}))`)
}
