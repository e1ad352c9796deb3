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

/** Orders that the person submitted, without rejected and cancelled ones, which nobody wants offered again. */
const made = (tx: TenantTx, actor: Actor) => part`
  (select d.project_id, d.provider_id, d.type, e.number
    from (select * from event where company_id = ${tx.companyId} and actor_id = ${actor.userId}
      order by id desc limit ${remembered}) e
    join document d on d.company_id = e.company_id and d.id = e.object_id
    where e.action in ('document.submitted', 'document.resubmitted')
      and d.state <> all (${deadStates}::text[]))`

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

async function projectsUsed(tx: TenantTx, actor: Actor): Promise<RecentlyUsedWire['projects']> {
  const found = await tx.all<{ seen: StandingRow; client_name: string }>(sql`
    select ${standingAsJson(actor)} as seen, k.name as client_name
    from (select project_id, max(number) as used from ${made(tx, actor)} m group by project_id) m
    join project p on p.company_id = ${tx.companyId} and p.id = m.project_id
    join company co on co.company_id = p.company_id
    join client k on k.company_id = p.company_id and k.id = p.client_id
    where p.status = 'active' and ${projectVisibleTo(actor)}
    order by m.used desc`)
  return found
    .map(row => ({ clientName: row.client_name, ...projectFromRow(row.seen) }))
    .filter(({ standing }) => mayOrder(actor, standing) === true)
    .slice(0, offered)
    .map(({ id, name, clientName }) => ({ id, name, clientName }))
}

function providersUsed(tx: TenantTx, actor: Actor, projectId: string): Promise<RecentProviderWire[]> {
  return tx.all<RecentProviderWire>(sql`
    select u.type, u.id, u.name, u.tax_id as "taxId" from (
      select m.type, p.id, p.name, p.tax_id, m.used,
        row_number() over (partition by m.type order by m.used desc) as place
      from (select provider_id, type, max(number) as used from ${made(tx, actor)} m
        where project_id = ${projectId} group by provider_id, type) m
      join project j on j.company_id = ${tx.companyId} and j.id = ${projectId}
      join provider p on p.company_id = ${tx.companyId} and p.id = m.provider_id
      where p.status = 'active' and ${providerVisibleTo(actor)} and ${assignedTo(part`j.client_id`)}) u
    where u.place <= ${offered} order by u.used desc`)
}
