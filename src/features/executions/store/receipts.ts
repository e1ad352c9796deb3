/** Rows of `receipt`: the answers to an execution by whoever it was for. */
import type { Receipt } from '#features/documents/rules.ts'
import type { DisputeCause, ReceiptFacts } from '#features/executions/rules/receipt.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewReceipt = {
  readonly documentId: string
  readonly number: number
  readonly answer: Receipt
  readonly cause: DisputeCause | null
  readonly comment: string | null
  readonly answeredBy: string
}

/** Writes an answer. Order and number are the key, so that of two concurrent answers only one is written. */
export async function insertReceipt(tx: TenantTx, receipt: NewReceipt): Promise<void> {
  const { documentId, number, answer, cause, comment, answeredBy } = receipt
  await tx.runOne(sql`
    insert into receipt (company_id, document_id, number, answer, cause, comment, given_by, given_at)
    values (${tx.companyId}, ${documentId}, ${number}, ${answer}, ${cause}, ${comment}, ${answeredBy}, ${tx.now})`)
}

type AnsweredFacts = Pick<ReceiptFacts, 'executedBy' | 'answeredBy'> & { readonly answers: number }

/** Executor of an order, number of answers to it, and author of the last answer. */
export async function receiptFacts(tx: TenantTx, documentId: string): Promise<AnsweredFacts> {
  const row = await tx.one<{ executed_by: string; number: number | null; given_by: string | null }>(sql`
    select e.executed_by, r.number, r.given_by from execution e
    left join lateral (select number, given_by from receipt r
      where r.company_id = e.company_id and r.document_id = e.document_id order by number desc limit 1) r on true
    where e.company_id = ${tx.companyId} and e.document_id = ${documentId} and e.is_last`)
  return {
    executedBy: row?.executed_by ?? null,
    answeredBy: row?.given_by ?? null,
    answers: row?.number ?? 0,
  }
}
