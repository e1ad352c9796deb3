/** Attention of an order: why it should be decided on its own and not together with others. */
import { type Attention, attentionFor } from '#features/approvals/rules/bulk.ts'
import { claim } from '#features/contracts/rules/budget.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import type { DocumentRow } from '#features/documents/views/documents.ts'
import { isAccountShared } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant, daysBetween } from '#kernel/day.ts'
import { minorFromText, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type AttentionRow = Pick<
  DocumentRow,
  'type' | 'credited_id' | 'amount_minor' | 'charge_minor' | 'currency' | 'revision' | 'provider_off'
> & {
  readonly contract: ContractWire
  readonly duplicates: number
  readonly is_paid_before: boolean
  readonly bank_changed_at: string | null
  readonly is_account_shared: boolean
  /** Digits of what is left of the budget of its cost centre; null without one. */
  readonly centre_left: string | null
}

/** True when the client of the order `d` has paid its provider before; other clients' payments are not revealed. */
export const isPaidBefore = part`exists (select from document e where e.company_id = d.company_id
  and e.provider_id = d.provider_id and e.client_id = d.client_id and e.type = 'gasto' and e.state = 'executed')`

/**
 * Columns of the order `d` and its provider `pv` that this person's attention is judged by, beside the contract and the
 * duplicates.
 */
export const attentionColumns = (tx: TenantTx, actor: Actor): Part =>
  part`pv.bank_changed_at, ${isPaidBefore} as is_paid_before,
  ${isAccountShared(tx, actor, part`d.bank_account`, part`d.provider_id`)} as is_account_shared, ${centreLeft} as centre_left`

/** Digits of what is left of the year of the cost centre of the order `d`; null without a centre, or without a budget. */
const centreLeft = part`(select (b.total_minor - (select coalesce(sum(s.committed_minor + s.used_minor), 0)
    from cost_centre_slot s where s.company_id = b.company_id and s.cost_centre_id = b.cost_centre_id and s.year = b.year))::text
  from cost_centre_budget b where b.company_id = d.company_id and b.cost_centre_id = d.cost_centre_id
    and b.year = d.cost_centre_year)`

/** Reasons to decide an order on its own, for somebody who read revision `readRevision` of it. */
export function rowAttention(row: AttentionRow, readRevision: number, zone: string, today: Day): Attention[] {
  const { bank_changed_at: bankChangedAt } = row
  const charge = money(row.charge_minor ?? row.amount_minor, currencyFrom(row.currency))
  const asked = claim({ charge, creditedId: row.credited_id })
  return attentionFor({
    type: row.type,
    isCreditNote: row.credited_id !== null,
    charge: asked,
    exceedsCentre:
      row.centre_left !== null && asked.minor > 0n && asked.minor > minorFromText(row.centre_left),
    balance: balanceFromWire(row.contract.balance),
    alike: row.duplicates,
    isProviderOff: row.provider_off,
    isPaidBefore: row.is_paid_before,
    bankChangedDays: bankChangedAt === null ? null : daysBetween(dayFromInstant(bankChangedAt, zone), today),
    isAccountShared: row.is_account_shared,
    isCurrentRevision: row.revision === readRevision,
  })
}
