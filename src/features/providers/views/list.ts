/**
 * Providers page by page. The page is found on the providers alone; what its rows show is joined to it
 * afterwards.
 */
import { reachOf } from '#features/providers/rules.ts'
import { assignedTo, clientOf, columns, inReach, type ProviderRow, shown } from '#features/providers/views.ts'
import { type exportProviders, type listProviders, providerOrdering } from '#features/providers/wire/list.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, QueryOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { keysetOf } from '#server/database/keyset.ts'
import { nothing, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = Omit<BodyOf<typeof exportProviders>, 'sort' | 'format'>

export async function providerPage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listProviders>) {
  const page = keysetOf(providerOrdering, query, {
    id: part`p.id`,
    keys: { name: part`p.name_key`, date: part`p.created_at` },
  })
  const sortKey = part`p.sort_key`
  const found = await tx.all<ProviderRow & { sort_key: string }>(search`
    select ${columns(tx)}, ${page.written(sortKey)} as sort_key
    from (select p.*, ${page.key} as sort_key from provider p
      where ${wanted(tx, actor, query)} ${page.beyond}
      order by ${page.order()} limit ${page.most}) p
    order by ${page.order(sortKey)}`)
  const { rows, next } = page.pageOf(found)
  return { items: rows.map(row => shown(actor, row)), next }
}

/** Number of providers that the filters find, of those that the person sees. */
export async function providerTotal(tx: TenantTx, actor: Actor, filters: Filters): Promise<number> {
  const found = await tx.one<{ count: number }>(
    search`select count(*)::int as count from provider p where ${wanted(tx, actor, filters)}`,
  )
  return found?.count ?? 0
}

/**
 * Predicate of the filters; expects `provider` as `p`. With a project (for a new order), only the active
 * providers of its client. People of a client see their own client's providers whatever they ask for, or the
 * filter would reveal whom others work with.
 */
function wanted(tx: TenantTx, actor: Actor, { q, ...filter }: Filters) {
  const { clientId, projectId } = reachOf(actor).kind === 'company' ? filter : {}
  return part`p.company_id = ${tx.companyId} and ${inReach(actor)}
    ${q?.trim() ? part`and p.search like ${containing(q.trim())}` : nothing}
    ${clientId ? part`and ${assignedTo(part`${clientId}`)}` : nothing}
    ${projectId ? part`and p.status = 'active' and ${assignedTo(clientOf(tx, projectId))}` : nothing}`
}
