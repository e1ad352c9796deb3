/** Credit notes of an order, `n` in their SQL: rows of `document` that name the order that they reduce. */
import { type Amounts, amountsLeft } from '#features/documents/rules/credit-notes.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { keptCharge } from '#features/documents/scope.ts'
import { type Currency, type Money, money } from '#kernel/money.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Assignments of the state that a credit note takes, and an order of a cost centre, which programs that know none do not
 * write: the database refuses what they would do with it.
 */
export const shadowedState = (state: DocumentState): Part =>
  part`credit_state = case when credited_id is not null then ${state} end,
    cost_centre_state = case when cost_centre_id is not null then ${state} end`

/** Locks an order together with the one that it reduces, if it is a credit note, by id. */
export async function lockWithCredited(tx: TenantTx, documentId: string): Promise<void> {
  await tx.run(sql`select from document where company_id = ${tx.companyId} and id in (${documentId},
      (select n.credited_id from document n where n.company_id = ${tx.companyId} and n.id = ${documentId}))
    order by id for update`)
}

export async function isCreditNote(tx: TenantTx, documentId: string): Promise<boolean> {
  const found = await tx.one(sql`select 1 from document
    where company_id = ${tx.companyId} and id = ${documentId} and credited_id is not null`)
  return found !== null
}

type CreditNoteRow = { state: DocumentState; amount_minor: bigint; charge_minor: bigint }

/** Rest of a locked order; `exceptId`: the credit note under correction, which takes nothing meanwhile. */
export async function readLeft(
  tx: TenantTx,
  order: Amounts & { readonly id: string },
  exceptId: string | null,
): Promise<Amounts> {
  const { currency } = order.amount
  const found = await tx.all<CreditNoteRow>(sql`
    select n.state, n.amount_minor, coalesce(n.charge_minor, n.amount_minor) as charge_minor from document n
    where n.company_id = ${tx.companyId} and n.credited_id = ${order.id} and n.id is distinct from ${exceptId}`)
  const creditNotes = found.map(row => ({
    state: row.state,
    amount: money(row.amount_minor, currency),
    charge: money(row.charge_minor, currency),
  }))
  return amountsLeft(order, creditNotes)
}

/**
 * Puts credit notes into the batch in which they are netted, or takes them out with null; throws when fewer than ids were
 * written.
 */
export async function saveNettedBatch(
  tx: TenantTx,
  creditNoteIds: readonly string[],
  batchId: string | null,
): Promise<void> {
  if (creditNoteIds.length === 0) return
  const written = await tx.run(sql`update document set previous_state = state, netted_batch_id = ${batchId}
    where company_id = ${tx.companyId} and id = any (${[...creditNoteIds]}::text[]) and credited_id is not null`)
  if (written !== creditNoteIds.length)
    throw new Error(`expected ${creditNoteIds.length} credit notes, found ${written}`)
}

/** Charge of what was paid of a locked order and is kept. */
export async function chargeKept(
  tx: TenantTx,
  documentId: string,
  currency: Currency,
  exceptIds: readonly string[] = [],
): Promise<Money> {
  const found = await tx.one<{ kept: bigint }>(sql`
    select ${keptCharge(exceptIds)} as kept from document d
    where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  return money(found?.kept ?? 0n, currency)
}
