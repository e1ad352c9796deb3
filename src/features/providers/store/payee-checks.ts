/** Rows of `payee_check`, which are only added. */
import type { CheckOutcome } from '#features/providers/rules/payee-check.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewPayeeCheck = {
  readonly id: string
  readonly providerId: string
  readonly iban: string
  readonly outcome: CheckOutcome
  readonly holder: string | null
  readonly askedBy: string
}

export async function insertPayeeCheck(tx: TenantTx, check: NewPayeeCheck): Promise<void> {
  await tx.runOne(sql`
    insert into payee_check (company_id, provider_id, id, iban, outcome, holder, asked_by, asked_at)
    values (${tx.companyId}, ${check.providerId}, ${check.id}, ${check.iban}, ${check.outcome}, ${check.holder},
      ${check.askedBy}, ${tx.now})`)
}
