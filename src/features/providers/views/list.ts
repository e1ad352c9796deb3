/**
 * Providers page by page. The page is found on the providers alone; what its rows show is joined to it
 * afterwards.
 */
import { providerList } from '#features/providers/list.ts'
import { visibleProviders } from '#features/providers/rules.ts'
import {
  assignedTo,
  type ProviderRow,
  projectClient,
  providerColumns,
  providerVisibleTo,
  toProviderWire,
} from '#features/providers/views.ts'
import type { listProviders } from '#features/providers/wire/list.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = FilterValues<typeof providerList>

export async function providerPage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listProviders>) {
  const page = keysetPage(providerList, query, {
    id: part`p.id`,
    keys: { name: part`p.name_key`, date: part`p.created_at` },
  })
  const sortKey = part`p.sorted_by`
  const found = await tx.all<ProviderRow & { sort_key: string }>(search`
    select ${providerColumns(tx)}, ${page.cursorText(sortKey)} as sort_key
    from (select p.*, ${page.key} as sorted_by from provider p
      where ${whereVisibleAndFiltered(tx, actor, query)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}) p
    order by ${page.orderBy(sortKey)}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(row => toProviderWire(actor, row)), next }
}

/** Number of providers that the filters find, of those that the person sees. */
export async function providerTotal(tx: TenantTx, actor: Actor, filters: Filters): Promise<number> {
  const found = await tx.one<{ count: number }>(
    search`select count(*)::int as count from provider p where ${whereVisibleAndFiltered(tx, actor, filters)}`,
  )
  return found?.count ?? 0
}

/**
 * Predicate of the filters; expects `provider` as `p`. Without those that were merged, whose words find the one that
 * stands for them. With a project (for a new order), only the active
 * providers of its client. People of a client see their own client's providers whatever they ask for, or the
 * filter would reveal whom others work with.
 */
function whereVisibleAndFiltered(tx: TenantTx, actor: Actor, { q, ...others }: Filters) {
  const filters = visibleProviders(actor).kind === 'company' ? { q, ...others } : { q }
  return part`p.company_id = ${tx.companyId} and p.merged_into is null and ${providerVisibleTo(actor)}
    ${filteredBy(providerList, filters, {
      q: typed => part`(p.search like ${containing(typed)} or p.id in (select m.merged_into from provider m
        where m.company_id = ${tx.companyId} and m.merged_into is not null and m.search like ${containing(typed)}))`,
      clientId: id => assignedTo(part`${id}`),
      projectId: id => part`p.status = 'active' and ${assignedTo(projectClient(tx, id))}`,
    })}`
}
