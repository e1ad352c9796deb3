/** The exchange rate for which a blocked order waits, when it waits for one. */
import { missingRate } from '#features/approvals/rules/route.ts'
import type { MissingRateWire } from '#features/approvals/wire/route.ts'
import { claim } from '#features/contracts/rules/budget.ts'
import { readChargedContract } from '#features/contracts/store.ts'
import type { KeptBreakdown } from '#features/documents/rules/breakdown-digits.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { authorsOfDocument, documentCharge, documentVisibleTo } from '#features/documents/scope.ts'
import { recentlyRequested } from '#features/documents/store/payees.ts'
import { mayEnterRates } from '#features/exchange-rates/rules.ts'
import { ratesAt } from '#features/exchange-rates/store.ts'
import { missingRateWords } from '#features/exchange-rates/text.ts'
import { missingRateTold } from '#features/flows/rules/conditions.ts'
import { taxCategoriesIn } from '#features/flows/rules/tax-categories.ts'
import { cumulativeDays } from '#features/flows/rules.ts'
import { currentFlow } from '#features/flows/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant, type Instant } from '#kernel/day.ts'
import { money } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  id: string
  type: DocumentType
  project_id: string
  client_id: string
  provider_id: string
  contract_id: string
  credited_id: string | null
  amount_minor: bigint
  charge_minor: bigint
  currency: string
  breakdown: KeptBreakdown | null
  cost_centre_id: string | null
  submitted_at: Instant
  author_ids: string[]
  waits: boolean
}

type Address = { readonly projectId: string; readonly documentId: string }

/**
 * The rate that the flow of today needs to route an order that nobody can approve, as whoever enters a rate would route
 * it; null when the order does not exist for the person.
 */
export async function readMissingRate(
  tx: TenantTx,
  actor: Actor,
  { projectId, documentId }: Address,
): Promise<{ missingRate: MissingRateWire | null } | null> {
  tx.readInSteps()
  const row = await tx.one<Row>(sql`
    select d.id, d.type, d.project_id, d.client_id, d.provider_id, d.contract_id, d.credited_id, d.amount_minor,
      ${documentCharge} as charge_minor, d.currency, d.breakdown, d.cost_centre_id, d.submitted_at,
      ${authorsOfDocument(part`d`)} as author_ids,
      d.state = 'blocked' and d.block_cause in ('no_approver', 'budget') as waits
    from document d
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and d.project_id = ${projectId}
      and ${documentVisibleTo(tx, actor)}`)
  if (!row) return null
  const refusal = row.waits ? await findMissing(tx, row) : null
  return {
    missingRate: refusal && {
      text: missingRateWords(missingRateTold(actor, refusal), dayFromInstant(row.submitted_at, actor.zone)),
      mayEnter: mayEnterRates(actor) === true,
    },
  }
}

async function findMissing(tx: TenantTx, row: Row): Promise<Refusal<'rate_missing'> | null> {
  const [flow, contract, requested, rates] = await Promise.all([
    currentFlow(tx),
    readChargedContract(tx, row.contract_id),
    recentlyRequested(tx, { providerId: row.provider_id, documentId: row.id, days: cumulativeDays }),
    ratesAt(tx, row.submitted_at),
  ])
  if (!contract) return null
  const currency = currencyFrom(row.currency)
  return missingRate({
    flow,
    contract,
    rates,
    isCounted: true,
    authorIds: row.author_ids,
    recentlyRequested: requested,
    order: {
      type: row.type,
      clientId: row.client_id,
      projectId: row.project_id,
      providerId: row.provider_id,
      taxCategories: taxCategoriesIn(row.breakdown),
      costCentreId: row.cost_centre_id,
      amount: money(row.amount_minor, currency),
      charge: claim({ charge: money(row.charge_minor, currency), creditedId: row.credited_id }),
    },
  })
}
