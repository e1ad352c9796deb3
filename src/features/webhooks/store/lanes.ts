/**
 * Rows of `webhook_lane`: endpoints for which something waits, of all companies. A node holds a lane while it calls the
 * endpoint, so that two never call it at once, and so that what is slow there takes the place of one call alone.
 */
import { longestRest } from '#features/webhooks/rules/attempts.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { nothing, type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Lane = {
  readonly company: string
  readonly endpoint: string
  readonly failures: number
  readonly isSlow: boolean
}

/** Whom a claim leaves out: every endpoint of a company, and those that fail or are slow, of some companies or of all. */
export type Closed = {
  readonly companies: readonly string[]
  readonly strugglingOf: readonly string[] | 'all'
}

/** Takes the lane that has waited longest, for a while; null when none is due. */
export async function claimLane(
  db: Db,
  holder: string,
  leaseMs: number,
  { companies, strugglingOf }: Closed,
): Promise<Lane | null> {
  const now = clock.now()
  const [lane] = await db.run<Lane>(sql`
    update webhook_lane set holder = ${holder}, held_until = ${new Date(now.getTime() + leaseMs)}
    where (company, endpoint) = (
      select company, endpoint from webhook_lane
      where next_try_at <= ${now} and (held_until is null or held_until <= ${now})
        and company <> all (${companies}::uuid[])
        and (failures = 0 and not is_slow ${mayStruggle(strugglingOf)})
      order by next_try_at limit 1 for update skip locked)
    returning company, endpoint, failures, is_slow as "isSlow"`)
  return lane ?? null
}

const mayStruggle = (closed: Closed['strugglingOf']): Part =>
  closed === 'all' ? nothing : part`or company <> all (${closed}::uuid[])`

/** Says that deliveries wait for an endpoint from now on. One that rests after failures rests on, but not for as long as what failed waits. */
export async function wakeLane(tx: TenantTx, endpoint: string, count: number): Promise<void> {
  const latest = new Date(tx.now.getTime() + longestRest * 1000)
  await tx.run(sql`
    insert into webhook_lane (company, endpoint, next_try_at, waiting)
    values (${tx.companyId}, ${endpoint}, ${tx.now}, ${count})
    on conflict (company, endpoint) do update set waiting = webhook_lane.waiting + excluded.waiting,
      next_try_at = least(webhook_lane.next_try_at,
        case when webhook_lane.failures = 0 then excluded.next_try_at else ${latest} end)`)
}

/** Somebody wants the endpoint to be called now: it rests no longer. */
export async function wakeLaneNow(tx: TenantTx, endpoint: string): Promise<void> {
  await tx.run(sql`
    insert into webhook_lane (company, endpoint, next_try_at, waiting)
    values (${tx.companyId}, ${endpoint}, ${tx.now}, 1)
    on conflict (company, endpoint) do update set next_try_at = excluded.next_try_at, failures = 0, is_slow = false`)
}

/**
 * The lane while the node still holds it, which then nobody else takes until the transaction ends; null when another has
 * it. Its failures are those of now: somebody may have woken it since it was claimed.
 */
export const heldLane = (
  tx: TenantTx,
  endpoint: string,
  holder: string,
): Promise<Pick<Lane, 'failures'> | null> =>
  tx.one<Pick<Lane, 'failures'>>(sql`
    select failures from webhook_lane where company = ${tx.companyId} and endpoint = ${endpoint} and holder = ${holder}
    for update`)

/** Gives a lane back: it is visited again at an instant. */
export async function leaveLane(
  tx: TenantTx,
  endpoint: string,
  lane: {
    readonly nextTryAt: Date
    readonly failures: number
    readonly isSlow: boolean
    readonly waiting: number
  },
): Promise<void> {
  await tx.run(sql`
    update webhook_lane set holder = null, held_until = null, next_try_at = ${lane.nextTryAt},
      failures = ${lane.failures}, is_slow = ${lane.isSlow}, waiting = ${lane.waiting}
    where company = ${tx.companyId} and endpoint = ${endpoint}`)
}

/** Nothing waits for the endpoint any more. */
export async function closeLane(tx: TenantTx, endpoint: string): Promise<void> {
  await tx.run(sql`delete from webhook_lane where company = ${tx.companyId} and endpoint = ${endpoint}`)
}
