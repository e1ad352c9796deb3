/** Orders that wait, of the whole company: since which day, and for whom. */
import { maxRows } from '#features/reports/rules.ts'
import type { HolderWire } from '#features/reports/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant, daysBetween } from '#kernel/day.ts'
import { type Part, part, plannedOnce, sql, written } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Waiting = {
  /** Numbers of orders by the day since which they wait. */
  readonly days: readonly { readonly day: Day; readonly count: number }[]
  /** People who keep orders waiting, the longest wait first. */
  readonly holders: readonly HolderWire[]
}

type DayRow = { day: Day; count: number }
type HolderRow = {
  day: null
  count: number
  user_id: string | null
  name: string | null
  oldest_at: string
  oldest_id: string
  project_id: string
}

/** All of it in one statement, which reads the orders that wait once. */
export async function readWaiting(tx: TenantTx, actor: Actor, today: Day): Promise<Waiting> {
  const query = sql`
    with waiting as materialized (
      select d.id, d.revision, d.turn, d.state, d.created_by,
        case when d.state = 'returned' then d.updated_at else d.submitted_at end as since
      from document d where d.company_id = ${tx.companyId} and d.state in ('in_approval', 'blocked', 'returned')),
    held as materialized (${heldOrders(tx)}),
    longest as materialized (
      select user_id, count(*)::int as count, min(since) as oldest_at from held
      group by user_id order by oldest_at, user_id limit ${written(maxRows)}),
    oldest as (
      select l.user_id, l.count, l.oldest_at, min(h.id) as oldest_id from longest l
      join held h on h.since = l.oldest_at and h.user_id is not distinct from l.user_id group by 1, 2, 3)
    select (since at time zone ${actor.zone})::date as day, count(*)::int as count, null::uuid as user_id,
      null as name, null::timestamptz as oldest_at, null as oldest_id, null as project_id
    from waiting group by 1
    union all
    select null, o.count, o.user_id, trim(who.name || ' ' || who.last_name), o.oldest_at, o.oldest_id, d.project_id
    from oldest o join document d on d.company_id = ${tx.companyId} and d.id = o.oldest_id
    left join account who on who.id = o.user_id
    order by oldest_at, user_id`
  const found = await tx.all<DayRow | HolderRow>(plannedOnce(query))
  return {
    days: found.flatMap(row => (row.day === null ? [] : { day: row.day, count: row.count })),
    holders: found.flatMap(row => (row.day === null ? toHolder(row, actor, today) : [])),
  }
}

/**
 * Waiting orders, each as often as somebody keeps it: approvers with open seats of the current turn, requesters of
 * returned orders, and nobody (null) for blocked orders.
 */
function heldOrders(tx: TenantTx): Part {
  return part`
    with seat as materialized (
      select a.document_id, a.revision, a.stage, a.approver_id from approval a
      where a.company_id = ${tx.companyId} and a.status = 'pending')
    select a.approver_id as user_id, w.id, w.since from waiting w
    join seat a on a.document_id = w.id and a.revision = w.revision
    where w.state = 'in_approval' and (${isOfOneStage} or (select true from approval_stage s
      where s.company_id = ${tx.companyId} and s.document_id = a.document_id and s.revision = a.revision
        and s.stage = a.stage and s.turn = w.turn limit 1) is not null)
    union all
    select case state when 'returned' then created_by end, id, since from waiting where state <> 'in_approval'`
}

/**
 * Predicate: all open seats of the order of the seat `a` are of one stage. It is of the current turn then, in which an
 * order in approval waits for somebody, and needs not be looked up: most orders have one stage, or one that is left.
 * `limit`, for the others: PostgreSQL looks them up one by one, and does not read every stage.
 */
const isOfOneStage = part`a.document_id not in (
  select document_id from seat where document_id in (select document_id from seat where stage > 1)
  group by document_id having min(stage) <> max(stage))`

const toHolder = (row: HolderRow, { zone }: Actor, today: Day): HolderWire => ({
  userId: row.user_id,
  name: row.name,
  count: row.count,
  oldestDays: daysBetween(dayFromInstant(row.oldest_at, zone), today),
  oldest: { id: row.oldest_id, projectId: row.project_id },
})
