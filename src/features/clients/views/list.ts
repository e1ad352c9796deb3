/**
 * Clients page by page. The page is found on the clients alone; what its rows show is joined to it afterwards.
 */
import { clientList } from '#features/clients/list.ts'
import { type ClientRow, clientColumns, clientVisibleTo, withAbilities } from '#features/clients/views.ts'
import type { listClients } from '#features/clients/wire/list.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = FilterValues<typeof clientList>

export async function clientPage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listClients>) {
  const page = keysetPage(clientList, query, {
    id: part`c.id`,
    keys: { name: part`c.name_key`, date: part`c.created_at` },
  })
  const sortKey = part`c.sorted_by`
  const found = await tx.all<ClientRow & { sort_key: string }>(search`
    select ${clientColumns}, ${page.cursorText(sortKey)} as sort_key
    from (select c.*, ${page.key} as sorted_by from client c
      where ${whereVisibleAndFiltered(tx, actor, query)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}) c
    order by ${page.orderBy(sortKey)}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(row => withAbilities(actor, row)), next }
}

/** Number of clients that the filters find, of those that the person sees. */
export async function clientTotal(tx: TenantTx, actor: Actor, filters: Filters): Promise<number> {
  const found = await tx.one<{ count: number }>(
    search`select count(*)::int as count from client c where ${whereVisibleAndFiltered(tx, actor, filters)}`,
  )
  return found?.count ?? 0
}

/** Condition of the list: clients that the actor sees and the filters find; expects `client` as `c`. */
const whereVisibleAndFiltered = (tx: TenantTx, actor: Actor, filters: Filters) => part`
  c.company_id = ${tx.companyId} and ${clientVisibleTo(actor)}
  ${filteredBy(clientList, filters, {
    q: typed =>
      part`(c.search like ${containing(typed)} or fold(coalesce(c.tax_id, '')) like ${containing(typed)})`,
  })}`
