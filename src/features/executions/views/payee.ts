/** Payee of an order: holder, account and text of the transfer. */
import type { DocumentType } from '#features/documents/rules.ts'
import { concept, mayReadPayee } from '#features/executions/rules/payee.ts'
import type { executionAbilities } from '#features/executions/rules.ts'
import type { PayeeWire } from '#features/executions/wire.ts'
import { coolOffEnd, sharedAccount } from '#features/providers/rules/payee-shield.ts'
import { recentBankChange } from '#features/providers/rules.ts'
import { accountReplacedAt, accountTwinsAsJson, payeeCheckAsJson } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Part, part } from '#server/database/sql.ts'
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
  account_replaced_at: string | null
  account_twins: { id: string; name: string }[]
  bank_cool_off_days: number
  payee_check: PayeeWire['payeeCheck']
}

/** Columns of a payee; expects `document` as `d`, its current revision as `r`, its provider as `pv` and `company` as `co`. */
export const payeeColumns = (
  tx: TenantTx,
  actor: Actor,
): Part => part`d.id, d.type, d.name, d.invoice_number, d.bank_account,
  r.content ->> 'bankBic' as bank_bic, coalesce(r.content ->> 'providerName', pv.name) as approved_name,
  pv.iban as provider_iban, pv.bank_changed_at, ${accountReplacedAt} as account_replaced_at, co.bank_cool_off_days,
  ${payeeCheckAsJson(part`d.company_id`, part`d.provider_id`, part`d.bank_account`)} as payee_check,
  ${accountTwinsAsJson(tx, actor, part`d.bank_account`, part`d.provider_id`)} as account_twins`

/** Payee for whoever may confirm the payment; null for everybody else. */
export function payeeFor(
  tx: TenantTx,
  actor: Actor,
  row: PayeeRow,
  can: ReturnType<typeof executionAbilities>,
): PayeeWire | null {
  if (!mayReadPayee(row.type, can)) return null
  const { bank_account: account, bank_changed_at: changedAt, account_replaced_at: replacedAt } = row
  const today = dayFromInstant(tx.now, actor.zone)
  const dayIn = (at: string | null) => (at === null ? null : dayFromInstant(at, actor.zone))
  const changedOn = dayIn(changedAt)
  return {
    holder: row.approved_name,
    account,
    bic: row.bank_bic,
    concept: concept({ id: row.id, name: row.name, invoiceNumber: row.invoice_number }),
    changedDays: changedOn === null ? null : recentBankChange(changedOn, today),
    isFormer: account !== null && account !== row.provider_iban,
    coolsUntil: coolOffEnd(dayIn(replacedAt), row.bank_cool_off_days, today),
    payeeCheck: row.payee_check,
    sharedAccount: sharedAccount(actor, row.account_twins),
  }
}
