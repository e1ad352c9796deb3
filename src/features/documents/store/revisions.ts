/** Content of earlier revisions of an order. */
import { ibanTail } from '#kernel/iban.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  projectId: string
  contractId: string
  type: string
  providerId: string
  providerName: string | null
  description: string | null
  invoiceNumber: string | null
  bankAccount: string | null
  fileIds: string[]
}

/**
 * Content of a revision for the journal, empty when there is none; of the bank account only its last digits,
 * because not everybody who reads the journal may read the account.
 */
export async function revisionContent(tx: TenantTx, documentId: string, revision: number) {
  const row = await tx.one<Row>(sql`
    select r.content ->> 'projectId' as "projectId", r.content ->> 'contractId' as "contractId",
      r.content ->> 'type' as type, r.content ->> 'providerId' as "providerId",
      r.content ->> 'providerName' as "providerName", r.content ->> 'description' as description,
      r.content ->> 'invoiceNumber' as "invoiceNumber", r.content ->> 'bankAccount' as "bankAccount",
      array(select t.file_id from attachment t where t.company_id = r.company_id and t.document_id = r.document_id
        and t.revision = r.revision order by t.position) as "fileIds"
    from document_revision r
    where r.company_id = ${tx.companyId} and r.document_id = ${documentId} and r.revision = ${revision}`)
  if (!row) return {}
  const { bankAccount, ...content } = row
  return { ...content, account: maskedAccount(bankAccount) }
}

export const maskedAccount = (account: string | null): string | null => account && ibanTail(account)
