/** Cost centres page by page, and those that an order may be charged to. */
import { companyTolerance } from '#features/contracts/scope.ts'
import { costCentreList } from '#features/cost-centres/list.ts'
import { yearAt } from '#features/cost-centres/rules/year.ts'
import { centreBudgetedFor, centreKnownTo } from '#features/cost-centres/scope.ts'
import { centreAsJson, yearAsJson } from '#features/cost-centres/views.ts'
import type { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import type { ChoosableCentreWire, listCentreChoices } from '#features/cost-centres/wire/choices.ts'
import type { listCostCentres } from '#features/cost-centres/wire/list.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { ListFilter } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy, type Predicates } from '#server/database/list-filter.ts'
import { nothing, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function centrePage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listCostCentres>) {
  const page = keysetPage(costCentreList, query, {
    id: part`cc.id`,
    keys: { code: part`cc.code_key`, name: part`fold(cc.name) collate "C"` },
  })
  const found = await tx.all<{ id: string; sort_key: string; centre: CostCentreWire }>(search`
    select cc.id, ${centreAsJson(yearAt(tx.now, actor.zone))} as centre, ${page.cursorText(page.key)} as sort_key
    from cost_centre cc join company co on co.company_id = cc.company_id
    where cc.company_id = ${tx.companyId} and ${centreBudgetedFor(actor)}
      ${filteredBy(costCentreList, query, predicates)} ${page.afterCursor}
    order by ${page.orderBy()} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(({ centre }) => centre), next }
}

/** Number of cost centres that the filters find. */
export async function centreTotal(
  tx: TenantTx,
  actor: Actor,
  filter: ListFilter<typeof costCentreList>,
): Promise<number> {
  const found = await tx.one<{ count: number }>(search`
    select count(*)::int as count from cost_centre cc
    where cc.company_id = ${tx.companyId} and ${centreBudgetedFor(actor)} ${filteredBy(costCentreList, filter, predicates)}`)
  return found?.count ?? 0
}

const predicates: Predicates<typeof costCentreList> = {
  q: typed => part`cc.search like ${containing(typed)}`,
  clientId: id => part`cc.client_id = ${id}`,
  status: status => part`cc.status = ${status}`,
}

/** Most centres in one answer: whoever has more, types part of the one that they look for. */
const mostChoices = 50

/** Active centres that the person may charge an order to, of this client or of the whole company; or the one that is named. */
export async function centreChoices(
  tx: TenantTx,
  actor: Actor,
  { costCentreId: id, clientId, currency, q }: QueryOf<typeof listCentreChoices>,
): Promise<ChoosableCentreWire[]> {
  const year = part`${yearAt(tx.now, actor.zone)}::int`
  return tx.all<ChoosableCentreWire>(search`
    select cc.id, cc.code, cc.name, coalesce(cc.overrun_policy, co.overrun_policy) as "overrunPolicy",
      ${companyTolerance} as tolerance, case when ${centreBudgetedFor(actor)} then ${yearAsJson(year)} end as "thisYear"
    from cost_centre cc join company co on co.company_id = cc.company_id
    where cc.company_id = ${tx.companyId} and ${centreKnownTo(actor)}
      ${id ? part`and cc.id = ${id}` : part`and cc.status = 'active'`}
      ${clientId ? part`and (cc.client_id is null or cc.client_id = ${clientId})` : nothing}
      ${currency ? part`and cc.currency = ${currency}` : nothing}
      ${q ? part`and cc.search like ${containing(q)}` : nothing}
    order by cc.code_key, cc.id limit ${mostChoices}`)
}
