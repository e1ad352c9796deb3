/**
 * Recent choices: projects and providers of the orders that a person made last, as long as they may choose them
 * again.
 */
import { deadStates } from '#features/documents/rules/duplicates.ts'
import { projectVisibleTo } from '#features/documents/scope.ts'
import type { RecentlyUsedWire, RecentProviderWire, recentlyUsed } from '#features/documents/wire/recent.ts'
import { mayOrder } from '#features/projects/rules.ts'
import { projectFromRow, type StandingRow, standingAsJson } from '#features/projects/store/standing.ts'
import { assignedTo, providerVisibleTo } from '#features/providers/views.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Number of a person's latest events that are searched: older orders are no longer offered. */
const remembered = 500
const offered = 3

/**
 * Orders that the person submitted, by the number of the event. Without credit notes, and rejected and cancelled ones,
 * which nobody wants offered again.
 */
const submitted = (tx: TenantTx, actor: Actor) => part`
  (select d.project_id, d.provider_id, d.type, e.number
    from (select * from event where company_id = ${tx.companyId} and actor_id = ${actor.userId}
      order by id desc limit ${remembered}) e
    join document d on d.company_id = e.company_id and d.id = e.object_id
    where e.action in ('document.submitted', 'document.resubmitted')
      and d.credited_id is null and d.state <> all (${deadStates}::text[]))`

export async function recentChoices(
  tx: TenantTx,
  actor: Actor,
  { projectId }: QueryOf<typeof recentlyUsed>,
): Promise<RecentlyUsedWire> {
  const [projects, providers] = await Promise.all([
    projectsUsed(tx, actor),
    projectId === undefined ? [] : providersUsed(tx, actor, projectId),
  ])
  return { projects, providers }
}

/** Projects used last, the latest first. `standingAsJson` expects the company as `co`. */
async function projectsUsed(tx: TenantTx, actor: Actor): Promise<RecentlyUsedWire['projects']> {
  const found = await tx.all<{ seen: StandingRow; client_name: string }>(sql`
    select ${standingAsJson(actor)} as seen, k.name as client_name
    from (select project_id, max(number) as used from ${submitted(tx, actor)} x group by project_id) recent
    join project p on p.company_id = ${tx.companyId} and p.id = recent.project_id
    join company co on co.company_id = p.company_id
    join client k on k.company_id = p.company_id and k.id = p.client_id
    where p.status = 'active' and ${projectVisibleTo(actor)}
    order by recent.used desc`)
  return found
    .map(row => ({ clientName: row.client_name, ...projectFromRow(row.seen) }))
    .filter(({ standing }) => mayOrder(actor, standing) === true)
    .slice(0, offered)
    .map(({ id, name, clientName }) => ({ id, name, clientName }))
}

function providersUsed(tx: TenantTx, actor: Actor, projectId: string): Promise<RecentProviderWire[]> {
  return tx.all<RecentProviderWire>(sql`
    select type, id, name, tax_id as "taxId" from (
      select recent.type, p.id, p.name, p.tax_id, recent.used,
        row_number() over (partition by recent.type order by recent.used desc) as place
      from (select provider_id, type, max(number) as used from ${submitted(tx, actor)} x
        where project_id = ${projectId} group by provider_id, type) recent
      join project on project.company_id = ${tx.companyId} and project.id = ${projectId}
      join provider p on p.company_id = ${tx.companyId} and p.id = recent.provider_id
      where p.status = 'active' and ${providerVisibleTo(actor)} and ${assignedTo(part`project.client_id`)}) ranked
    where place <= ${offered} order by used desc`)
}
