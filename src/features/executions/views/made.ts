/** Payments of an order: those that are planned, and those that were made, with the ones that came back. */
import { mayKnowNames } from '#features/documents/rules.ts'
import { documentPayable } from '#features/documents/scope.ts'
import { readNetted } from '#features/executions/views/netted.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type PlannedRow = { number: number; due_on: string; amount_minor: bigint; is_paid: boolean; currency: string }

/** Payments of an order as they are planned and were made, and what credit notes take from them. */
export async function readPayments(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<Pick<ExecutionStatusWire, 'payments' | 'made' | 'netted'>> {
  const [payments, made, netted] = await Promise.all([
    readPlanned(tx, documentId),
    readMade(tx, actor, documentId),
    readNetted(tx, actor, documentId),
  ])
  return { payments, made, netted }
}

/** Planned payments, by number; none for an order that plans none. */
async function readPlanned(tx: TenantTx, documentId: string): Promise<ExecutionStatusWire['payments']> {
  const found = await tx.all<PlannedRow>(sql`
    select y.number, y.due_on, y.amount_minor, y.is_paid, d.currency from payment y
    join document d on d.company_id = y.company_id and d.id = y.document_id
    where y.company_id = ${tx.companyId} and y.document_id = ${documentId} order by y.number`)
  return found.map(row => ({
    number: row.number,
    dueOn: row.due_on,
    amount: moneyToWire(money(row.amount_minor, currencyFrom(row.currency))),
    isPaid: row.is_paid,
  }))
}

type MadeRow = {
  payment: number
  attempt: number
  paid_minor: bigint
  currency: string
  executed_on: string
  reference: string
  executed_by_name: string
  executed_for_name: string | null
  returned_on: string | null
  return_reason: string | null
  returned_at: string | null
  returned_by_name: string | null
}

/** Payments that were made, oldest first; whoever may not know names reads none. */
async function readMade(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ExecutionStatusWire['made']> {
  const found = await tx.all<MadeRow>(sql`
    select e.payment, e.attempt, coalesce(y.amount_minor, ${documentPayable}) as paid_minor, d.currency,
      e.executed_on, e.reference, trim(who.name || ' ' || who.last_name) as executed_by_name,
      trim(z.name || ' ' || z.last_name) as executed_for_name, e.returned_on,
      e.return_reason, e.returned_at, trim(b.name || ' ' || b.last_name) as returned_by_name
    from execution e
    join document d on d.company_id = e.company_id and d.id = e.document_id
    join account who on who.id = e.executed_by left join account z on z.id = e.executed_for
    left join account b on b.id = e.returned_by
    left join payment y on y.company_id = e.company_id and y.document_id = e.document_id and y.number = e.payment
    where e.company_id = ${tx.companyId} and e.document_id = ${documentId} order by e.confirmed_at, e.payment`)
  const named = (name: string | null) => (mayKnowNames(actor) ? name : null)
  return found.map(row => ({
    payment: row.payment,
    attempt: row.attempt,
    amount: moneyToWire(money(row.paid_minor, currencyFrom(row.currency))),
    executedOn: row.executed_on,
    reference: row.reference,
    executedByName: named(row.executed_by_name),
    executedForName: named(row.executed_for_name),
    returned:
      row.returned_at === null || row.returned_on === null || row.return_reason === null
        ? null
        : {
            on: row.returned_on,
            reason: row.return_reason,
            byName: named(row.returned_by_name),
            at: row.returned_at,
          },
  }))
}
