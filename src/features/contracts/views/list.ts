/**
 * Contracts page by page. The page is found on the contracts alone; what its rows show is joined to it
 * afterwards.
 */
import { contractList } from '#features/contracts/list.ts'
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import type { listContracts } from '#features/contracts/wire/list.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { survivorId } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy, type Predicates } from '#server/database/list-filter.ts'
import { part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = FilterValues<typeof contractList>

export async function contractPage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listContracts>) {
  const page = keysetPage(contractList, query, { id: part`c.id`, keys })
  const sortKey = part`c.sorted_by`
  const found = await tx.all<{ id: string; sort_key: string; contract: ContractWire }>(search`
    select c.id, ${contractAsJson} as contract, ${page.cursorText(sortKey)} as sort_key
    from (select c.*, ${page.key} as sorted_by from ${contracts}
      where ${wanted(tx, actor, query)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}) c
    order by ${page.orderBy(sortKey)}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(({ contract }) => contract), next }
}

/** Number of contracts that the filters find, of those that the person sees. */
export async function contractTotal(tx: TenantTx, actor: Actor, filters: Filters): Promise<number> {
  const found = await tx.one<{ count: number }>(
    search`select count(*)::int as count from ${contracts} where ${wanted(tx, actor, filters)}`,
  )
  return found?.count ?? 0
}

const contracts = part`contract c join client k on k.company_id = c.company_id and k.id = c.client_id`

/** Consumption as a sort key, in hundredths of a percent; capped at more digits than any contract reaches. */
const consumption = part`(select least(trunc(coalesce(sum(b.committed_minor::numeric + b.used_minor), 0) * 10000 / c.total_minor), 99999999999999999)::bigint
  from budget_slot b where b.company_id = c.company_id and b.contract_id = c.id)`

const keys = {
  date: part`c.created_at`,
  client: part`k.name_key`,
  amount: part`c.total_minor`,
  consumption,
  ends: part`c.ends_on`,
}

const wanted = (tx: TenantTx, actor: Actor, filters: Filters) => part`
  c.company_id = ${tx.companyId} and ${contractVisibleTo(actor)} ${filteredBy(contractList, filters, predicates(tx))}`

const predicates = ({ companyId }: TenantTx): Predicates<typeof contractList> => ({
  q: typed => part`(c.search like ${containing(typed)} or k.search like ${containing(typed)})`,
  clientId: id => part`c.client_id = ${id}`,
  providerId: id => part`c.provider_id = ${survivorId(companyId, id)}`,
  status: status => part`c.status = ${status}`,
})
