/** Orders that a batch may pay or net, `d` in its SQL: each with its payee and the payment that is made next. */
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { authorsOfDocument, documentCharge, documentPayable, keptCharge } from '#features/documents/scope.ts'
import { mayBeAtBank } from '#features/executions/scope.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Data of an order and its payee that a batch needs. */
export type PayableDocument = {
  readonly id: string
  readonly projectId: string
  readonly clientId: string
  readonly providerId: string
  readonly name: string
  readonly type: DocumentType
  readonly state: DocumentState
  /** Amount that is paid, or comes back by a credit note. */
  readonly payable: Money
  /** Minor units of the contract that the payment uses, or a credit note gives back. */
  readonly chargeMinor: bigint
  readonly bankAccount: string | null
  readonly invoiceNumber: string | null
  readonly authorIds: readonly string[]
  readonly paymentBatchId: string | null
  /** True when a payment of it was made and has not come back. */
  readonly hasPaid: boolean
  readonly isCreditNote: boolean
  /** Order that a credit note reduces, and the charge of what was paid of it and not given back. */
  readonly creditedId: string | null
  readonly keptMinor: bigint
  /** Number of the payment that is made next. */
  readonly payment: number
  /** Number of its payments. */
  readonly payments: number
  /** Provider's name in the approved revision. */
  readonly providerName: string
  readonly isProviderOff: boolean
  /** Provider's bank in the approved revision; null where it had none. */
  readonly bankBic: string | null
  /**
   * End-to-end identifier that the bank may already know, from a file that was downloaded before its batch was
   * cancelled; reused, so that the bank recognises the payment.
   */
  readonly sentAs: string | null
}

type PayableRow = Omit<PayableDocument, 'payable' | 'keptMinor'> & { payableMinor: bigint; currency: string }

/**
 * Locks the orders by id, with those that credit notes among them reduce, and reads them: a concurrent confirmation,
 * cancellation or batch of one of them waits.
 */
export async function lockPayable(tx: TenantTx, documentIds: readonly string[]): Promise<PayableDocument[]> {
  const ids = [...documentIds]
  await tx.run(sql`select from document where company_id = ${tx.companyId} and (id = any (${ids}::text[])
      or id in (select n.credited_id from document n where n.company_id = ${tx.companyId} and n.id = any (${ids}::text[])))
    order by id for update`)
  const found = await tx.all<PayableRow>(sql`
    select d.id, d.project_id as "projectId", d.client_id as "clientId", d.provider_id as "providerId", d.name, d.type, d.state, coalesce(y.amount_minor, ${documentPayable}) as "payableMinor",
      coalesce(y.charge_minor, ${documentCharge}) as "chargeMinor", d.credited_id as "creditedId",
      coalesce(y.number, 1) as payment, coalesce(d.payments, 1) as payments,
      coalesce(d.payments_made, case when d.state = 'executed' then 1 else 0 end) > 0 as "hasPaid", d.currency,
      d.credited_id is not null as "isCreditNote", d.bank_account as "bankAccount", d.invoice_number as "invoiceNumber", 
      ${authorsOfDocument(part`d`)} as "authorIds", coalesce(d.payment_batch_id, d.netted_batch_id) as "paymentBatchId", 
      coalesce(r.content ->> 'providerName', pv.name) as "providerName", pv.status <> 'active' as "isProviderOff",
      r.content ->> 'bankBic' as "bankBic",
      (select o.end_to_end_id from payment_batch_order o
        join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id
        where o.company_id = d.company_id and o.document_id = d.id and o.payment = coalesce(y.number, 1)
          and ${mayBeAtBank}
        order by b.number limit 1) as "sentAs"
    from document d join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
    left join lateral (${nextPayment}) y on true
    where d.company_id = ${tx.companyId} and d.id = any (${ids}::text[]) order by d.number`)
  const kept = await keptOfCredited(tx, found)
  return found.map(({ payableMinor, currency, ...row }) => ({
    ...row,
    payable: money(payableMinor, currencyFrom(currency)),
    keptMinor: kept.get(row.creditedId ?? '') ?? 0n,
  }))
}

/** Charge of what was paid of each order that credit notes among these reduce, and not given back. */
async function keptOfCredited(
  tx: TenantTx,
  rows: readonly PayableRow[],
): Promise<ReadonlyMap<string, bigint>> {
  const creditedIds = rows.flatMap(({ creditedId }) => creditedId ?? [])
  if (creditedIds.length === 0) return new Map()
  const found = await tx.all<{
    id: string
    kept: bigint
  }>(sql`select d.id, ${keptCharge()} as kept from document d
    where d.company_id = ${tx.companyId} and d.id = any (${creditedIds}::text[])`)
  return new Map(found.map(({ id, kept }) => [id, kept]))
}

/** Query of the payment of the order `d` that is made next; no row for an order that plans none. */
export const nextPayment = part`
  select y.number, y.amount_minor, y.charge_minor from payment y
  where y.company_id = d.company_id and y.document_id = d.id and not y.is_paid order by y.number limit 1`
