/** Cost centre of one order, with the budget of the year that it is charged to. */
import { claim } from '#features/contracts/rules/budget.ts'
import { type CentreYear, overrunBy } from '#features/cost-centres/rules/year.ts'
import { toldTo } from '#features/cost-centres/rules.ts'
import { readChargedCentre } from '#features/cost-centres/store.ts'
import type { CentreYearWire } from '#features/cost-centres/wire/centre.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { documentCharge, documentVisibleTo } from '#features/documents/scope.ts'
import type { getDocumentCostCentre } from '#features/documents/wire/cost-centre.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  centre_id: string | null
  year: number | null
  name: string | null
  charge: bigint
  currency: string
  credited_id: string | null
  state: DocumentState
}

/** The order's centre; null when the order does not exist for the person. */
export async function costCentreOfDocument(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ResponseOf<typeof getDocumentCostCentre> | null> {
  const row = await tx.one<Row>(sql`
    select d.cost_centre_id as centre_id, d.cost_centre_year as year, cc.name, ${documentCharge} as charge, d.currency,
      d.credited_id, d.state
    from document d
    left join cost_centre cc on cc.company_id = d.company_id and cc.id = d.cost_centre_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`)
  if (!row) return null
  const { centre_id: id, year, name } = row
  const centre = id === null || year === null ? null : await readChargedCentre(tx, { id, year })
  if (centre === null || name === null || year === null) return { costCentre: null }
  const told = toldTo(actor, centre)
  if (told === 'nothing') return { costCentre: null }
  const charge = money(row.charge, currencyFrom(row.currency))
  const isUndecided = row.state === 'in_approval' || row.state === 'blocked'
  return {
    costCentre: {
      id: centre.id,
      code: centre.code,
      name,
      year,
      charge: moneyToWire(charge),
      overrun: isUndecided ? overrunBy(centre, claim({ charge, creditedId: row.credited_id })) : null,
      budget: told === 'budgets' ? yearToWire(centre.balance) : null,
    },
  }
}

const yearToWire = ({ year, total, requested, committed, used }: CentreYear): CentreYearWire => ({
  year,
  total: total && moneyToWire(total),
  requested: moneyToWire(requested),
  committed: moneyToWire(committed),
  used: moneyToWire(used),
})
