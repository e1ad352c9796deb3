/** Cost centre of one order, with the budget of the year that it is charged to. */
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import { claim } from '#features/contracts/rules/budget.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { companyTolerance } from '#features/contracts/scope.ts'
import { type CentreYear, overrunBy } from '#features/cost-centres/rules/year.ts'
import { toldTo } from '#features/cost-centres/rules.ts'
import { centreYear, sumsOfYear, type YearSums } from '#features/cost-centres/store.ts'
import type { CentreYearWire } from '#features/cost-centres/wire/year.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { documentCharge, documentVisibleTo } from '#features/documents/scope.ts'
import type { ChargedCentreWire, getDocumentCostCentre } from '#features/documents/wire/cost-centre.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type ChargedRow = YearSums & {
  id: string
  code: string
  name: string
  clientId: string | null
  policy: OverrunPolicy
  tolerance: Tolerance
  year: number
  charge: bigint
  currency: string
  creditedId: string | null
  state: DocumentState
}

/** An order without a centre has no row of one. */
type Row = { [name in keyof ChargedRow]: ChargedRow[name] | null }

/** The order's centre; null when the order does not exist for the person. */
export async function costCentreOfDocument(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ResponseOf<typeof getDocumentCostCentre> | null> {
  const row = await tx.one<Row>(sql`
    select cc.id, cc.code, cc.name, cc.client_id as "clientId", d.cost_centre_year as year,
      coalesce(cc.overrun_policy, co.overrun_policy) as policy, ${companyTolerance} as tolerance, s.*,
      ${documentCharge} as charge, d.currency, d.credited_id as "creditedId", d.state
    from document d join company co on co.company_id = d.company_id
    left join cost_centre cc on cc.company_id = d.company_id and cc.id = d.cost_centre_id
    cross join lateral (${sumsOfYear(part`d.cost_centre_year`)}) s
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`)
  return row && { costCentre: isCharged(row) ? chargedToWire(actor, row) : null }
}

const isCharged = (row: Row | ChargedRow): row is ChargedRow => row.id !== null

function chargedToWire(actor: Actor, row: ChargedRow): ChargedCentreWire | null {
  const told = toldTo(actor, row)
  if (told === 'nothing') return null
  const currency = currencyFrom(row.currency)
  const charge = money(row.charge, currency)
  const balance = centreYear(row.year, currency, row)
  const isUndecided = row.state === 'in_approval' || row.state === 'blocked'
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    year: row.year,
    charge: moneyToWire(charge),
    overrun: isUndecided
      ? overrunBy({ ...row, balance }, claim({ charge, creditedId: row.creditedId }))
      : null,
    budget: told === 'budgets' ? yearToWire(balance) : null,
  }
}

const yearToWire = ({ year, total, requested, committed, used }: CentreYear): CentreYearWire => ({
  year,
  total: total && moneyToWire(total),
  requested: moneyToWire(requested),
  committed: moneyToWire(committed),
  used: moneyToWire(used),
})
