/**
 * Page by date of somebody who is assigned to few projects, and has few seats in orders of others: a page of each project,
 * and their other orders, of which one is made. To walk the company's orders until theirs fill a page would read the more
 * of them the larger the company is; those of one project, the larger the project.
 */
import { numbersSeatedElsewhere, numbersSeatedIn, projectsOfOrders } from '#features/documents/scope.ts'
import { numbersIn, unionAll } from '#features/documents/views/candidate-numbers.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most projects of which a page of each is read. */
const maxProjects = 100

/** Most orders outside these that are sorted. */
const maxElsewhere = 6000

/** Above one in so many of the company's orders, those outside one's projects fill a page soon anyway. */
const elsewhereOneIn = 50

type Assigned = {
  /** The only project of which orders are listed. */
  readonly projectId: string | undefined
  /** Filters of the list, and what its earlier pages leave. */
  readonly isLeft: Part
  readonly orderBy: Part
  readonly limitPlusOne: Part
  /** Page of the orders with these numbers, and the page that is read where they are not few. */
  readonly pageOfNumbers: (numbers: Part) => Part
  readonly otherwise: Part
}

/** Query of the page's orders; which way it takes, PostgreSQL finds when it runs. */
export function pageOfAssigned(tx: TenantTx, actor: Actor, page: Assigned): Part {
  const { projectId } = page
  const own = projectsOfOrders(tx, actor)
  const projects =
    projectId === undefined ? own : part`select project_id from (${own}) p where project_id = ${projectId}`
  const seats =
    projectId === undefined ? numbersSeatedElsewhere(tx, actor) : numbersSeatedIn(tx, actor, projectId)
  // The greatest number stands for how many orders the company has.
  const most = part`(select least(${maxElsewhere}, number / ${elsewhereOneIn}) from document
    where company_id = ${tx.companyId} order by number desc limit 1)`
  const elsewhere = part`${seats} limit ${most} + 1`
  const ofProjects = part`
    select d.number from unnest(array(${projects})) p (id) cross join lateral (
      ${numbersIn(tx, part`d.project_id = p.id ${page.isLeft}`)}
      order by ${page.orderBy} limit ${page.limitPlusOne}) d`
  return part`
    with elsewhere as materialized (${elsewhere}),
      few as materialized (select (select count(*) from (${projects} limit ${maxProjects + 1}) p) <= ${maxProjects}
        and (select count(*) from elsewhere) <= ${most} as are)
    select * from (${page.pageOfNumbers(unionAll([ofProjects, part`select number from elsewhere`]))}) d
    where (select are from few)
    union all select * from (${page.otherwise}) d where not (select are from few)`
}
