/** Payments of a batch as its page shows them, each with the credit notes that reduce it. */
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import type { Progress } from '#features/executions/rules/batch.ts'
import { isWaiting } from '#features/executions/store/batches.ts'
import type { BatchDocumentWire } from '#features/executions/wire/batches.ts'
import { isAccountShared } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { ibanTail } from '#kernel/iban.ts'
import { money } from '#kernel/money.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type PaymentRow = DocumentRow & {
  creditor_name: string
  creditor_iban: string
  end_to_end_id: string
  payment: number
  paid_minor: bigint
  netted_minor: bigint | null
  released_at: string | null
  is_waiting: boolean
  is_account_shared: boolean
}

export type CreditNoteRow = { documentId: string; id: string; minor: bigint; projectId: string; name: string }

/** Payments of a batch, in the order of its file. */
export const findPayments = (tx: TenantTx, actor: Actor, batchId: string): Promise<PaymentRow[]> =>
  tx.all<PaymentRow>(sql`
      select ${documentColumns}, o.creditor_name, o.creditor_iban, o.end_to_end_id, o.released_at, ${isWaiting} as is_waiting,
        o.payment, o.amount_minor as paid_minor, o.netted_minor,
        ${isAccountShared(tx, actor, part`o.creditor_iban`, part`d.provider_id`)} as is_account_shared
      from payment_batch_order o
      join document d on d.company_id = o.company_id and d.id = o.document_id ${documentJoins}
      where o.company_id = ${tx.companyId} and o.batch_id = ${batchId} order by o.position`)

/** Credit notes of a batch, by number. */
export const findCreditNotes = (tx: TenantTx, batchId: string): Promise<CreditNoteRow[]> =>
  tx.all<CreditNoteRow>(sql`
      select c.document_id as "documentId", c.credit_note_id as id, c.amount_minor as minor, d.project_id as "projectId", d.name
      from netted_credit_note c join document d on d.company_id = c.company_id and d.id = c.credit_note_id
      where c.company_id = ${tx.companyId} and c.batch_id = ${batchId} order by d.number`)

const euros = (minor: bigint) => moneyToWire(money(minor, 'EUR'))

/** Payment as the batch shows it, with the credit notes that reduce it. */
export function batchPayment(
  row: PaymentRow,
  notes: readonly CreditNoteRow[],
  { isCancelled }: Progress,
): BatchDocumentWire {
  const whenReleased = isCancelled ? 'released' : 'returned'
  const whileInBatch = row.is_waiting ? 'waiting' : 'executed'
  return {
    document: documentRow(row),
    creditorName: row.creditor_name,
    account: ibanTail(row.creditor_iban),
    isAccountShared: row.is_account_shared,
    endToEndId: row.end_to_end_id,
    payment: row.payment,
    amount: euros(row.paid_minor),
    gross: euros(row.paid_minor + (row.netted_minor ?? 0n)),
    creditNotes: notes
      .filter(({ documentId }) => documentId === row.id)
      .map(({ id, projectId, name, minor }) => ({ id, projectId, name, amount: euros(minor) })),
    standing: row.released_at === null ? whileInBatch : whenReleased,
  }
}
