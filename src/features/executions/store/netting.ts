/** Rows of `netted_credit_note`, `c` in its SQL: credit notes that reduce the payments of batches. */
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Credit note of a batch, and the order whose payment it reduces. */
export type BatchCreditNote = {
  readonly creditNoteId: string
  readonly documentId: string
  readonly amountMinor: bigint
  /** True while it is in the batch, and once it was executed with its payment. */
  readonly isIn: boolean
}

/** Credit notes of the batch `b`, as a JSON array of `BatchCreditNote` whose amounts are digits. */
export const creditNotesAsJson = part`(select coalesce(json_agg(json_build_object('creditNoteId', c.credit_note_id,
    'documentId', c.document_id, 'amountMinor', c.amount_minor::text, 'isIn', c.released_at is null)
    order by c.credit_note_id), '[]') from netted_credit_note c
  where c.company_id = b.company_id and c.batch_id = b.id)`

/** Query of the ids of credit notes `c` that meet the condition, and of the orders that they reduce. */
export const nettedIds = (tx: TenantTx, condition: Part): Part => part`(
  select unnest(array[n.id, n.credited_id]) from netted_credit_note c
  join document n on n.company_id = c.company_id and n.id = c.credit_note_id
  where c.company_id = ${tx.companyId} and ${condition})`

/** Writes which credit notes reduce payments of a batch. The index `netted_credit_note_live` refuses one that is netted. */
export async function insertNetted(
  tx: TenantTx,
  batchId: string,
  notes: readonly Omit<BatchCreditNote, 'isIn'>[],
): Promise<void> {
  await tx.insert(
    notes.map(note => [tx.companyId, batchId, note.documentId, note.creditNoteId, note.amountMinor]),
    values => sql`insert into netted_credit_note (company_id, batch_id, document_id, credit_note_id, amount_minor)
      values ${values}`,
  )
}

/**
 * Ids of the credit notes that reduce the payment of an order in a batch, locked by id with the order and with what they
 * reduce: a payment that comes back takes their execution back.
 */
export async function lockNetted(tx: TenantTx, documentId: string, payment: number): Promise<string[]> {
  const live = part`c.document_id = ${documentId} and c.released_at is null and exists (select from payment_batch_order o
    where o.company_id = c.company_id and o.batch_id = c.batch_id and o.document_id = c.document_id
      and o.payment = ${payment} and o.released_at is null)`
  await tx.run(sql`select from document where company_id = ${tx.companyId}
    and (id = ${documentId} or id in ${nettedIds(tx, live)}) order by id for update`)
  const found = await tx.all<{ id: string }>(sql`select c.credit_note_id as id from netted_credit_note c
    where c.company_id = ${tx.companyId} and ${live} order by 1`)
  return found.map(({ id }) => id)
}
