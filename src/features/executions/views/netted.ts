/** Netting of one order as its page shows it: on the side of the payment that is reduced, and on that of the credit note. */
import { documentVisibleTo } from '#features/documents/scope.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type NettedRow = {
  documentId: string
  projectId: string | null
  payment: number
  isCreditNote: boolean
  amount_minor: bigint
  transferred_minor: bigint
  currency: string
}

/** Nettings in force of the order, by payment; the other order's project is null for whoever does not see that order. */
export async function readNetted(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ExecutionStatusWire['netted']> {
  const side = (mine: Part, other: Part, isCreditNote: Part) => part`
    select d.id as "documentId", case when ${documentVisibleTo(tx, actor)} then d.project_id end as "projectId",
      o.payment, ${isCreditNote} as "isCreditNote", c.amount_minor, o.amount_minor as transferred_minor,
      d.currency
    from netted_credit_note c
    join payment_batch_order o on o.company_id = c.company_id and o.batch_id = c.batch_id
      and o.document_id = c.document_id and o.released_at is null
    join document d on d.company_id = c.company_id and d.id = c.${other}
    where c.company_id = ${tx.companyId} and c.${mine} = ${documentId} and c.released_at is null`
  const found = await tx.all<NettedRow>(sql`
    ${side(part`document_id`, part`credit_note_id`, part`true`)}
    union all ${side(part`credit_note_id`, part`document_id`, part`false`)}
    order by payment, "documentId"`)
  return found.map(({ amount_minor, transferred_minor, currency, ...row }) => ({
    ...row,
    amount: moneyToWire(money(amount_minor, currencyFrom(currency))),
    transferred: moneyToWire(money(transferred_minor, currencyFrom(currency))),
  }))
}
