/** Rows of `payment`, `y` in its SQL: the planned payments of an order, and which of them are made. */
import { nextDueDay, type Payment } from '#features/documents/rules/payments.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { shadowedState } from '#features/documents/store/credit-notes.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Payment of a locked order. */
export type KnownPayment = Payment & { readonly isPaid: boolean }

/**
 * Columns of `document` that follow from planned payments; the counts are null for an order that is paid once, the
 * day and the sum for one that plans nothing.
 */
export function paymentColumns(payments: readonly Payment[]) {
  const areSeveral = payments.length > 1
  return {
    count: areSeveral ? payments.length : null,
    made: areSeveral ? 0 : null,
    dueOn: nextDueDay(payments.map(payment => ({ ...payment, isPaid: false }))),
    planned: payments.length > 0 ? payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) : null,
  }
}

/** Replaces the planned payments of an order that is sent: none of them has been made. */
export async function savePayments(
  tx: TenantTx,
  document: { readonly id: string; readonly payments: readonly Payment[] },
  revision: number,
): Promise<void> {
  if (revision > 1)
    await tx.run(sql`delete from payment where company_id = ${tx.companyId} and document_id = ${document.id}`)
  await tx.insert(
    document.payments.map(payment => [
      tx.companyId,
      document.id,
      payment.number,
      payment.dueOn,
      payment.amountMinor,
      payment.chargeMinor,
      payment.billedMinor,
    ]),
    values => sql`insert into payment (company_id, document_id, number, due_on, amount_minor, charge_minor,
      billed_minor)
      values ${values}`,
  )
}

/** Planned payments of an order, by number; empty for an order that plans nothing. */
export function findPayments(tx: TenantTx, documentId: string): Promise<KnownPayment[]> {
  return tx.all<KnownPayment>(sql`
    select y.number, y.due_on as "dueOn", y.amount_minor as "amountMinor", y.charge_minor as "chargeMinor",
      y.billed_minor as "billedMinor", y.is_paid as "isPaid"
    from payment y where y.company_id = ${tx.companyId} and y.document_id = ${documentId} order by y.number`)
}

/** Sum of the charges of the payments made of a locked order, in minor units. */
export async function chargePaid(tx: TenantTx, documentId: string): Promise<bigint> {
  const found = await tx.one<{ paid: bigint | null }>(sql`
    select sum(y.charge_minor)::bigint as paid from payment y
    where y.company_id = ${tx.companyId} and y.document_id = ${documentId} and y.is_paid`)
  return found?.paid ?? 0n
}

export type PaymentChange = {
  readonly documentId: string
  /** Number of the payment that is made or came back. */
  readonly number: number
  readonly isPaid: boolean
  readonly state: DocumentState
  readonly paymentBatchId: string | null
  /** True when what the recipient said of the execution no longer holds. */
  readonly isReceiptVoid?: boolean
}

/**
 * Saves that a payment of a locked order is made or came back, with the order's state: the database compares them.
 * `payments`: as they were before.
 */
export async function savePayment(
  tx: TenantTx,
  payments: readonly KnownPayment[],
  { documentId, number, isPaid, state, paymentBatchId, isReceiptVoid = false }: PaymentChange,
): Promise<void> {
  const after = payments.map(payment => (payment.number === number ? { ...payment, isPaid } : payment))
  const made = after.length > 1 ? after.filter(payment => payment.isPaid).length : null
  await Promise.all([
    after.length > 0 &&
      tx.runOne(sql`update payment set is_paid = ${isPaid}
        where company_id = ${tx.companyId} and document_id = ${documentId} and number = ${number}`),
    tx.runOne(sql`
      update document set previous_state = state, state = ${state}, ${shadowedState(state)}, payments_made = ${made},
        due_on = ${nextDueDay(after)}, payment_batch_id = ${paymentBatchId},
        netted_batch_id = case when ${state === 'approved' && paymentBatchId !== null} then netted_batch_id end,
        receipt = case when ${isReceiptVoid} then null else receipt end, updated_at = ${tx.now}
      where company_id = ${tx.companyId} and id = ${documentId}`),
  ])
}
