/**
 * Projects page by page. The page is found on the projects alone; the figures of their orders are joined
 * afterwards.
 */

import { projectsOf } from '#features/documents/scope.ts'
import {
  type ProjectSummaryRow,
  projectSummary,
  summaryColumns,
  summaryJoins,
  totalOf,
} from '#features/documents/views/projects.ts'
import { type exportProjects, type listProjects, projectOrdering } from '#features/projects/wire/list.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, QueryOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { keysetOf } from '#server/database/keyset.ts'
import { nothing, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Filters = Omit<BodyOf<typeof exportProjects>, 'sort' | 'format'>

export async function projectPage(tx: TenantTx, actor: Actor, query: QueryOf<typeof listProjects>) {
  const page = keysetOf(projectOrdering, query, {
    id: part`p.id`,
    keys: {
      date: part`p.created_at`,
      name: part`p.name_key`,
      client: part`k.name_key`,
      // A provider sorts by the total of its own contracts: sorting by budgets would reveal them.
      amount: totalOf(actor),
    },
  })
  const sortKey = part`p.sort_key`
  const found = await tx.all<ProjectSummaryRow & { sort_key: string }>(search`
    select ${summaryColumns(actor)}, ${page.written(sortKey)} as sort_key
    from (select p.*, ${page.key} as sort_key from ${projects}
      where ${wanted(tx, actor, query)} ${page.beyond}
      order by ${page.order()} limit ${page.most}) p ${summaryJoins(actor)}
    order by ${page.order(sortKey)}`)
  const { rows, next } = page.pageOf(found)
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

function wanted(tx: TenantTx, actor: Actor, { q, clientId }: Filters) {
  const words = q?.trim() ? containing(q.trim()) : null
  return part`p.company_id = ${tx.companyId} and ${projectsOf(actor)}
    ${clientId ? part`and p.client_id = ${clientId}` : nothing}
    ${words ? part`and (p.search like ${words} or k.search like ${words})` : nothing}`
}
