/** Payee of an order: holder, account and text of the transfer. */
import type { DocumentType } from '#features/documents/rules.ts'
import { concept, mayReadPayee } from '#features/executions/rules/payee.ts'
import type { executionAbilities } from '#features/executions/rules.ts'
import type { PayeeWire } from '#features/executions/wire.ts'
import { recentBankChange } from '#features/providers/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type PayeeRow = {
  id: string
  type: DocumentType
  name: string
  invoice_number: string | null
  bank_account: string | null
  bank_bic: string | null
  approved_name: string
  provider_iban: string | null
  bank_changed_at: string | null
}

/** Columns of a payee; expects `document` as `d`, its current revision as `r` and its provider as `pv`. */
export const payeeColumns = part`d.id, d.type, d.name, d.invoice_number, d.bank_account,
  r.content ->> 'bankBic' as bank_bic, coalesce(r.content ->> 'providerName', pv.name) as approved_name,
  pv.iban as provider_iban, pv.bank_changed_at`

/** Payee for whoever may confirm the payment; null for everybody else. */
export function payeeFor(
  tx: TenantTx,
  actor: Actor,
  row: PayeeRow,
  can: ReturnType<typeof executionAbilities>,
): PayeeWire | null {
  if (!mayReadPayee(row.type, can)) return null
  const { bank_account: account, bank_changed_at: changedAt } = row
  return {
    holder: row.approved_name,
    account,
    bic: row.bank_bic,
    concept: concept({ id: row.id, name: row.name, invoiceNumber: row.invoice_number }),
    changedDays:
      changedAt === null
        ? null
        : recentBankChange(dayFromInstant(changedAt, actor.zone), dayFromInstant(tx.now, actor.zone)),
    isFormer: account !== null && account !== row.provider_iban,
  }
}
