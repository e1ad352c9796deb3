import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

export type NewExecution = {
  readonly documentId: string
  readonly executedBy: string
  readonly executedOn: string
  readonly reference: string
  readonly comment: string | null
  readonly proofFileId: string | null
}

/** The primary key is the order: a second confirmation cannot be written. */
export async function insertExecution(tx: TenantTx, execution: NewExecution): Promise<void> {
  await tx.runOne(sql`
    insert into execution (company_id, document_id, executed_by, executed_on, reference, comment, proof_file_id,
      confirmed_at)
    values (${tx.companyId}, ${execution.documentId}, ${execution.executedBy}, ${execution.executedOn},
      ${execution.reference}, ${execution.comment}, ${execution.proofFileId}, ${tx.now})`)
}
