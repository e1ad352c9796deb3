/** Amounts of several orders, read before any of them is decided or paid. */

import type { DocumentType } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type OrderAmount = { readonly id: string; readonly amount: Money; readonly isCreditNote: boolean }

type Row = { id: string; amount_minor: bigint; currency: string; is_credit_note: boolean }

/** Amounts of those of the orders that the person sees and that are of the type, without credit notes; by id. */
export async function amountsOfOrders(
  tx: TenantTx,
  actor: Actor,
  ids: readonly string[],
  type: DocumentType | null = null,
): Promise<OrderAmount[]> {
  const found = await tx.all<Row>(sql`
    select d.id, d.amount_minor, d.currency, d.credited_id is not null as is_credit_note from document d
    where d.company_id = ${tx.companyId} and d.id = any (${ids}::text[])
      and (${type}::text is null or d.type = ${type}::text and d.credited_id is null)
      and ${documentVisibleTo(tx, actor)}
    order by d.id`)
  return found.map(row => ({
    id: row.id,
    amount: money(row.amount_minor, currencyFrom(row.currency)),
    isCreditNote: row.is_credit_note,
  }))
}
