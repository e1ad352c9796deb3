/**
 * Contracts page by page. The page is found on the contracts alone; what its rows show is joined to it
 * afterwards.
 */
import { contractsOf } from '#features/contracts/scope.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import { contractOrdering, type exportContracts, type listContracts } from '#features/contracts/wire/list.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, QueryOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { keysetOf } from '#server/database/keyset.ts'
import { nothing, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = Omit<BodyOf<typeof exportContracts>, 'sort' | 'format'>

export async function contractPage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listContracts>) {
  const page = keysetOf(contractOrdering, query, { id: part`c.id`, keys })
  const sortKey = part`c.sort_key`
  const found = await tx.all<{ id: string; sort_key: string; contract: ContractWire }>(search`
    select c.id, ${contractAsJson} as contract, ${page.written(sortKey)} as sort_key
    from (select c.*, ${page.key} as sort_key from ${contracts}
      where ${wanted(tx, actor, query)} ${page.beyond}
      order by ${page.order()} limit ${page.most}) c
    order by ${page.order(sortKey)}`)
  const { rows, next } = page.pageOf(found)
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

function wanted(tx: TenantTx, actor: Actor, { q, clientId, providerId, status }: Filters) {
  const words = q?.trim() ? containing(q.trim()) : null
  return part`c.company_id = ${tx.companyId} and ${contractsOf(actor)}
    ${clientId ? part`and c.client_id = ${clientId}` : nothing}
    ${providerId ? part`and c.provider_id = ${providerId}` : nothing}
    ${status ? part`and c.status = ${status}` : nothing}
    ${words ? part`and (c.search like ${words} or k.search like ${words})` : nothing}`
}
