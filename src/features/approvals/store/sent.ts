/** Facts that a sent order keeps of the day on which it was sent, for its route. */
import type { KeptBreakdown } from '#features/documents/rules/breakdown-digits.ts'
import { type TaxCategory, taxCategoriesIn } from '#features/flows/rules/tax-categories.ts'
import type { Instant } from '#kernel/day.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type AsSent = {
  readonly sentAt: Instant | Date
  readonly taxCategories: readonly TaxCategory[]
  readonly costCentreId: string | null
  readonly costCentreYear: number | null
}

/** When the order was sent for the last time, the tax categories that it says and its cost centre. */
export async function asSent(tx: TenantTx, documentId: string): Promise<AsSent> {
  const row = await tx.one<{
    submitted_at: string
    breakdown: KeptBreakdown | null
    cost_centre_id: string | null
    cost_centre_year: number | null
  }>(sql`
    select submitted_at, breakdown, cost_centre_id, cost_centre_year from document where company_id = ${tx.companyId} and id = ${documentId}`)
  if (!row) throw new Error(`${documentId} is not there`)
  return {
    sentAt: row.submitted_at,
    taxCategories: taxCategoriesIn(row.breakdown),
    costCentreId: row.cost_centre_id,
    costCentreYear: row.cost_centre_year,
  }
}
