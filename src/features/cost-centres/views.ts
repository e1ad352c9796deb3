/** One cost centre with its years, as wire shape. In its SQL `cc` is the centre. */

import { companyTolerance } from '#features/contracts/scope.ts'
import { readHistory } from '#features/contracts/views/history.ts'
import { yearAt } from '#features/cost-centres/rules/year.ts'
import { existingCentreAbilities } from '#features/cost-centres/rules.ts'
import { centreBudgetedFor } from '#features/cost-centres/scope.ts'
import { sumsOfYear } from '#features/cost-centres/store.ts'
import { centreAbility } from '#features/cost-centres/text.ts'
import type { CentreDetailWire } from '#features/cost-centres/wire/calls.ts'
import type { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** A year of the centre `cc` as JSON in its wire shape. */
export const yearAsJson = (year: Part): Part => part`
  (select json_build_object('year', ${year},
    'total', case when s.total is not null then json_build_object('minor', s.total::text, 'currency', cc.currency) end,
    'requested', json_build_object('minor', s.requested::text, 'currency', cc.currency),
    'committed', json_build_object('minor', s.committed::text, 'currency', cc.currency),
    'used', json_build_object('minor', s.used::text, 'currency', cc.currency))
  from (${sumsOfYear(year)}) s)`

/** Centre as JSON in its wire shape, with the year given; expects `company` as `co` too. */
export const centreAsJson = (year: number): Part => part`
  json_build_object('id', cc.id, 'code', cc.code, 'name', cc.name, 'clientId', cc.client_id,
    'clientName', (select k.name from client k where k.company_id = cc.company_id and k.id = cc.client_id),
    'currency', cc.currency, 'status', cc.status, 'overrunPolicy', coalesce(cc.overrun_policy, co.overrun_policy),
    'tolerance', ${companyTolerance}, 'thisYear', ${yearAsJson(part`${year}::int`)}, 'revision', cc.revision,
    'createdAt', cc.created_at)`

type Row = {
  centre: CostCentreWire
  own_policy: CentreDetailWire['ownPolicy']
  years: CentreDetailWire['years']
  is_charged: boolean
}

/** A centre whose budgets the person reads; its own policy and its history are for whoever reads the whole company. */
export async function readCentre(
  tx: TenantTx,
  actor: Actor,
  centreId: string,
): Promise<CentreDetailWire | null> {
  const seesTerms = readsWholeCompany(actor.role)
  const [row, history] = await Promise.all([
    tx.one<Row>(sql`
      select ${centreAsJson(yearAt(tx.now, actor.zone))} as centre, cc.overrun_policy as own_policy,
        (select coalesce(json_agg(${yearAsJson(part`y.year`)} order by y.year desc), '[]') from (
          select b.year from cost_centre_budget b where b.company_id = cc.company_id and b.cost_centre_id = cc.id
          union select s.year from cost_centre_slot s where s.company_id = cc.company_id and s.cost_centre_id = cc.id) y)
          as years,
        exists (select from cost_centre_slot s where s.company_id = cc.company_id and s.cost_centre_id = cc.id)
          as is_charged
      from cost_centre cc join company co on co.company_id = cc.company_id
      where cc.company_id = ${tx.companyId} and cc.id = ${centreId} and ${centreBudgetedFor(actor)}`),
    seesTerms ? readHistory(tx, 'cost_centre', centreId) : [],
  ])
  if (!row) return null
  const may = existingCentreAbilities(actor, row.centre)
  return {
    ...row.centre,
    ownPolicy: seesTerms ? row.own_policy : null,
    years: row.years,
    isCharged: row.is_charged,
    history,
    can: {
      change: centreAbility(may.change),
      setBudget: centreAbility(may.setBudget),
      deactivate: centreAbility(may.deactivate),
      activate: centreAbility(may.activate),
    },
  }
}
