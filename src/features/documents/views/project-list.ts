/**
 * Projects page by page. The page is found on the projects alone; the figures of their orders are joined
 * afterwards.
 */

import { projectVisibleTo } from '#features/documents/scope.ts'
import {
  type ProjectSummaryRow,
  projectSummary,
  summaryColumns,
  summaryJoins,
  visibleTotal,
} from '#features/documents/views/projects.ts'
import { projectList } from '#features/projects/list.ts'
import type { listProjects } from '#features/projects/wire/list.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { containing } from '#kernel/text.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy, type Predicates } from '#server/database/list-filter.ts'
import { part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = FilterValues<typeof projectList>

export async function projectPage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listProjects>) {
  const page = keysetPage(projectList, query, {
    id: part`p.id`,
    keys: {
      date: part`p.created_at`,
      name: part`p.name_key`,
      client: part`k.name_key`,
      // A provider sorts by the total of its own contracts: sorting by budgets would reveal them.
      amount: visibleTotal(actor),
    },
  })
  const sortKey = part`p.sorted_by`
  const found = await tx.all<ProjectSummaryRow & { sort_key: string }>(search`
    select ${summaryColumns(actor)}, ${page.cursorText(sortKey)} as sort_key
    from (select p.*, ${page.key} as sorted_by from ${projects}
      where ${wanted(tx, actor, query)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}) p ${summaryJoins(actor)}
    order by ${page.orderBy(sortKey)}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(projectSummary), next }
}

/** Number of projects that the filters find, of those that the person sees. */
export async function projectTotal(tx: TenantTx, actor: Actor, filters: Filters): Promise<number> {
  const found = await tx.one<{ count: number }>(
    search`select count(*)::int as count from ${projects} where ${wanted(tx, actor, filters)}`,
  )
  return found?.count ?? 0
}

const projects = part`project p join client k on k.company_id = p.company_id and k.id = p.client_id`

const wanted = (tx: TenantTx, actor: Actor, filters: Filters) => part`
  p.company_id = ${tx.companyId} and ${projectVisibleTo(actor)} ${filteredBy(projectList, filters, predicates)}`

const predicates: Predicates<typeof projectList> = {
  q: typed => part`(p.search like ${containing(typed)} or k.search like ${containing(typed)})`,
  clientId: id => part`p.client_id = ${id}`,
}
