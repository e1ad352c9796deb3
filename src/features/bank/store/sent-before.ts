/** Files that somebody had before their batch was cancelled: the bank may have carried them out all the same. */
import type { PaymentKey, SentBatch } from '#features/bank/rules/bank-matching.ts'
import { mayBeAtBank } from '#features/executions/scope.ts'
import type { Day } from '#kernel/day.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Identifier of a payment in those files, which is one in all of them, and their batches. */
export type SentBefore = { readonly endToEndId: string; readonly batches: readonly SentBatch[] }

export const paymentText = ({ documentId, payment }: PaymentKey): string => `${documentId} ${payment}`

/** What was sent so since a day, by payment (`paymentText`); nothing that the bank gave back, which is paid anew. */
export async function sentBefore(tx: TenantTx, since: Date): Promise<ReadonlyMap<string, SentBefore>> {
  const found = await tx.all<{
    documentId: string
    payment: number
    endToEndId: string
    id: string
    messageId: string
    payOn: Day
    amountMinor: bigint
  }>(sql`
    select o.document_id as "documentId", o.payment, o.end_to_end_id as "endToEndId", b.id, b.message_id as "messageId",
      b.pay_on as "payOn", b.amount_minor as "amountMinor"
    from payment_batch b
    join payment_batch_order o on o.company_id = b.company_id and o.batch_id = b.id
    where b.company_id = ${tx.companyId} and b.cancelled_at >= ${since} and ${mayBeAtBank}
    order by b.number`)
  return new Map(
    [...Map.groupBy(found, paymentText)].map(([key, rows]) => [
      key,
      {
        endToEndId: rows[0]?.endToEndId ?? '',
        batches: rows.map(({ id, messageId, payOn, amountMinor }) => ({ id, messageId, payOn, amountMinor })),
      },
    ]),
  )
}
