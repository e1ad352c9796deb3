/** Payments and incomes that a line of the bank may be of, of the orders that a person sees. */
import type { ExpectedIncome, OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { leftAlone, paymentText, type SentBefore, sentBefore } from '#features/bank/store/sent-before.ts'
import { documentPayable, documentVisibleTo } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most of each kind: those due first, and those paid last. */
const maxPayments = 5000
/** Days for which a payment that was made may come back, and is a rival of others. */
const returnDays = 400

type PaymentRow = {
  document_id: string
  payment: number
  amount_minor: bigint
  currency: string
  iban: string | null
  payee_name: string
  due_on: Day | null
  updated_at: string
  paid_on: Day | null
  returned_on: Day | null
  has_line: boolean
  has_return_line: boolean
  end_to_end_id: string | null
  batch_id: string | null
  message_id: string | null
  pay_on: Day | null
}

const columns = part`d.currency, d.bank_account as iban, coalesce(r.content ->> 'providerName', pv.name) as payee_name,
  d.updated_at, o.end_to_end_id, b.id as batch_id, b.message_id, b.pay_on`

/** Payee of the order `d` in its current revision. */
const payee = part`
  join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
  join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision`

/** True when a line was settled as the one that paid, or brought back, the execution `e`. */
const hasLine = (which: { readonly isReturn: boolean }) => part`exists (select from bank_line_payment z
  where z.company_id = e.company_id and z.document_id = e.document_id and z.payment = e.payment
    and z.attempt = e.attempt and z.is_return = ${which.isReturn})`

/**
 * Payments that wait, and those that were made, each time that they were: standing, or come back. Of one that credit notes
 * reduce, the amount is what the bank moves. `left`: what cancelled files asked for besides.
 */
export async function openPayments(
  tx: TenantTx,
  actor: Actor,
): Promise<{ payments: OpenPayment[]; left: OpenPayment[] }> {
  const since = new Date(tx.now.getTime() - returnDays * 86_400_000)
  const [waiting, made, sent] = await Promise.all([
    tx.all<PaymentRow>(sql`
      select d.id as document_id, coalesce(y.number, 1) as payment, coalesce(y.amount_minor, ${documentPayable}) - coalesce(o.netted_minor, 0) as amount_minor,
        coalesce(y.due_on, d.due_on) as due_on, null::date as paid_on,
        null::date as returned_on, false as has_line, false as has_return_line, ${columns}
      from document d ${payee}
      left join payment y on y.company_id = d.company_id and y.document_id = d.id and not y.is_paid
      left join payment_batch_order o on o.company_id = d.company_id and o.document_id = d.id
        and o.payment = coalesce(y.number, 1) and o.released_at is null and o.batch_id = d.payment_batch_id
      left join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id
      where d.company_id = ${tx.companyId} and d.type = 'gasto' and d.credited_id is null and d.state = 'approved' and ${documentVisibleTo(tx, actor)}
      order by coalesce(y.due_on, d.due_on), d.number limit ${maxPayments}`),
    tx.all<PaymentRow>(sql`
      select e.document_id, e.payment, coalesce(y.amount_minor, ${documentPayable}) - coalesce(e.netted_minor, 0) as amount_minor,
        coalesce(y.due_on, d.due_on) as due_on, e.executed_on as paid_on, e.returned_on,
        ${hasLine({ isReturn: false })} as has_line, ${hasLine({ isReturn: true })} as has_return_line, ${columns}
      from execution e join document d on d.company_id = e.company_id and d.id = e.document_id ${payee}
      left join payment y on y.company_id = e.company_id and y.document_id = e.document_id and y.number = e.payment
      left join payment_batch_order o on o.company_id = e.company_id and o.document_id = e.document_id
        and o.payment = e.payment and o.released_at is null and e.returned_at is null
      left join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id
      where e.company_id = ${tx.companyId} and e.confirmed_at >= ${since}
        and d.type = 'gasto' and d.credited_id is null and ${documentVisibleTo(tx, actor)}
      order by e.confirmed_at desc limit ${maxPayments}`),
    sentBefore(tx, since),
  ])
  const payments = [...waiting, ...made].map(row => {
    // One that came back was given up with its identifier.
    const key = { documentId: row.document_id, payment: row.payment }
    return toPayment(actor, row, row.returned_on === null ? sent.get(paymentText(key)) : undefined)
  })
  return { payments, left: leftAlone(sent, payments) }
}

function toPayment({ zone }: Actor, row: PaymentRow, former: SentBefore | undefined): OpenPayment {
  const { batch_id: batchId, message_id: messageId, pay_on: payOn } = row
  const isWhole = batchId !== null && messageId !== null && payOn !== null
  return {
    documentId: row.document_id,
    payment: row.payment,
    endToEndId: row.end_to_end_id ?? former?.endToEndId ?? null,
    sentBefore: former?.asked.map(({ batch }) => batch) ?? [],
    batch: isWhole ? { id: batchId, messageId, payOn } : null,
    amountMinor: row.amount_minor,
    currency: currencyFrom(row.currency),
    iban: row.iban,
    payeeName: row.payee_name,
    dueOn: row.due_on ?? dayFromInstant(row.updated_at, zone),
    state: row.paid_on === null ? 'waiting' : row.returned_on === null ? 'paid' : 'returned',
    paidOn: row.paid_on,
    returnedOn: row.returned_on,
    hasLine: row.has_line,
    hasReturnLine: row.has_return_line,
  }
}

type IncomeRow = {
  document_id: string
  amount_minor: bigint
  currency: string
  client_name: string
  invoice_number: string | null
  due_on: Day | null
  updated_at: string
}

/** Approved orders of issuance that come in at once. */
export async function expectedIncomes(tx: TenantTx, actor: Actor): Promise<ExpectedIncome[]> {
  const found = await tx.all<IncomeRow>(sql`
    select d.id as document_id, ${documentPayable} as amount_minor, d.currency, c.name as client_name,
      d.invoice_number, d.due_on, d.updated_at
    from document d join client c on c.company_id = d.company_id and c.id = d.client_id
    where d.company_id = ${tx.companyId} and d.type = 'emision' and d.credited_id is null and d.state = 'approved' and d.payments is null
      and ${documentVisibleTo(tx, actor)}
    order by d.due_on, d.number limit ${maxPayments}`)
  return found.map(row => ({
    documentId: row.document_id,
    amountMinor: row.amount_minor,
    currency: currencyFrom(row.currency),
    clientName: row.client_name,
    invoiceNumber: row.invoice_number,
    dueOn: row.due_on ?? dayFromInstant(row.updated_at, actor.zone),
  }))
}
