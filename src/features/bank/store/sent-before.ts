/** Files that somebody had before their batch was cancelled: the bank may have carried them out all the same. */
import type { OpenPayment, PaymentKey, SentBatch } from '#features/bank/rules/bank-matching.ts'
import { mayBeAtBank } from '#features/executions/scope.ts'
import type { Day } from '#kernel/day.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Payment as a file asked the bank for it: what credit notes left of it, to the account of then. */
type Asked = Pick<OpenPayment, 'amountMinor' | 'currency' | 'iban' | 'payeeName'> & {
  readonly batch: SentBatch
}

/** Identifier of a payment in those files, which is one in all of them, and how each asked for it. */
export type SentBefore = { readonly endToEndId: string; readonly asked: readonly Asked[] }

export const paymentText = ({ documentId, payment }: PaymentKey): string => `${documentId} ${payment}`

/** Payments sent so since a day, by payment (`paymentText`); nothing that the bank gave back, which is paid anew. */
export async function sentBefore(tx: TenantTx, since: Date): Promise<ReadonlyMap<string, SentBefore>> {
  const found = await tx.all<{
    documentId: string
    payment: number
    endToEndId: string
    id: string
    messageId: string
    payOn: Day
    fileMinor: bigint
    amountMinor: bigint
    currency: string
    iban: string
    payeeName: string
  }>(sql`
    select o.document_id as "documentId", o.payment, o.end_to_end_id as "endToEndId", b.id, b.message_id as "messageId",
      b.pay_on as "payOn", b.amount_minor as "fileMinor", o.amount_minor as "amountMinor", d.currency,
      o.creditor_iban as iban, o.creditor_name as "payeeName"
    from payment_batch b
    join payment_batch_order o on o.company_id = b.company_id and o.batch_id = b.id
    join document d on d.company_id = o.company_id and d.id = o.document_id
    where b.company_id = ${tx.companyId} and b.cancelled_at >= ${since} and ${mayBeAtBank}
    order by b.number`)
  return new Map(
    [...Map.groupBy(found, paymentText)].map(([key, rows]) => [
      key,
      {
        endToEndId: rows[0]?.endToEndId ?? '',
        asked: rows.map(({ id, messageId, payOn, fileMinor, amountMinor, currency, iban, payeeName }) => ({
          batch: { id, messageId, payOn, amountMinor: fileMinor },
          amountMinor,
          currency: currencyFrom(currency),
          iban,
          payeeName,
        })),
      },
    ]),
  )
}

/**
 * Payments as cancelled files asked for them, where no open payment stands for that: its order was cancelled or rejected
 * since, is not seen by the person, or is paid otherwise. They are nobody's to settle, and rivals of all others.
 */
export function leftAlone(
  sent: ReadonlyMap<string, SentBefore>,
  payments: readonly OpenPayment[],
): OpenPayment[] {
  const standing = new Set(payments.filter(({ sentBefore: { length } }) => length > 0).map(moneyText))
  return [...sent].flatMap(([key, { asked }]) => {
    const [documentId = '', payment = ''] = key.split(' ')
    return asked
      .map(({ batch, ...money }) => ({
        documentId,
        payment: Number(payment),
        endToEndId: null,
        batch: null,
        sentBefore: [batch],
        ...money,
        dueOn: batch.payOn,
        state: 'waiting' as const,
        paidOn: null,
        returnedOn: null,
        hasLine: false,
        hasReturnLine: false,
      }))
      .filter(each => !standing.has(moneyText(each)))
  })
}

const moneyText = (each: OpenPayment): string => `${paymentText(each)} ${each.amountMinor} ${each.iban}`
