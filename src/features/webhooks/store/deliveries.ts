/** Rows of `webhook_delivery`. */
import { deliveryDays } from '#features/webhooks/rules.ts'
import { nothing, part, search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewDelivery = {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly event: string
  readonly isTest: boolean
  readonly body: string
}

/** Inserts deliveries that are due now; what a webhook is to be told already stays as it is. */
export async function insertDeliveries(tx: TenantTx, deliveries: readonly NewDelivery[]): Promise<void> {
  const rows = deliveries.map(({ id, endpointId, eventId, event, isTest, body }) => [
    tx.companyId,
    id,
    endpointId,
    eventId,
    event,
    isTest,
    body,
    'waiting',
    tx.now,
    tx.now,
  ])
  await tx.insert(
    rows,
    // Not prepared: there would be a text for each number of deliveries.
    values => search`
      insert into webhook_delivery (company_id, id, endpoint_id, event_id, event_type, is_test, body, state, created_at,
        next_try_at)
      values ${values} on conflict (company_id, endpoint_id, event_id) do nothing`,
  )
}

export type DueDelivery = {
  readonly id: string
  readonly eventId: string
  readonly isTest: boolean
  readonly body: string
  readonly attempts: number
}

/** Deliveries of a webhook that are due, test calls first; of one that is not active, test calls alone. */
export const dueDeliveries = (
  tx: TenantTx,
  endpointId: string,
  { most, testsOnly }: { readonly most: number; readonly testsOnly: boolean },
): Promise<DueDelivery[]> =>
  tx.all<DueDelivery>(sql`
    select id, event_id as "eventId", is_test as "isTest", body, attempts from webhook_delivery
    where company_id = ${tx.companyId} and endpoint_id = ${endpointId} and state = 'waiting'
      and next_try_at <= ${tx.now} ${testsOnly ? part`and is_test` : nothing}
    order by is_test desc, next_try_at, id limit ${most}`)

export type Tried = {
  readonly id: string
  readonly triedAt: Date
  readonly state: 'waiting' | 'accepted' | 'failed'
  readonly nextTryAt: Date
  readonly status: number | null
  readonly answer: string | null
  readonly fault: string | null
  readonly durationMs: number
}

/** Saves what became of a try; nothing where the delivery has been removed meanwhile. */
export async function saveTry(tx: TenantTx, tried: Tried): Promise<void> {
  await tx.run(sql`
    update webhook_delivery set attempts = attempts + 1, state = ${tried.state}, next_try_at = ${tried.nextTryAt},
      tried_at = ${tried.triedAt}, first_tried_at = coalesce(first_tried_at, ${tried.triedAt}),
      status = ${tried.status}, answer = ${tried.answer}, fault = ${tried.fault}, duration_ms = ${tried.durationMs}
    where company_id = ${tx.companyId} and id = ${tried.id} and state = 'waiting'`)
}

/** Gives up what waits for a webhook, but for test calls, a batch of it. Returns their number. */
export const giveUpWaiting = (tx: TenantTx, endpointId: string, most: number): Promise<number> =>
  tx.run(sql`
    update webhook_delivery set state = 'failed'
    where company_id = ${tx.companyId} and id in (
      select id from webhook_delivery
      where company_id = ${tx.companyId} and endpoint_id = ${endpointId} and state = 'waiting' and not is_test
      order by next_try_at limit ${most})`)

/** Queue of a webhook: how many wait, when the first is due, and whether somebody waits for a test; null for none. */
export async function findWaiting(
  tx: TenantTx,
  endpointId: string,
  testsOnly: boolean,
): Promise<{ readonly count: number; readonly nextTryAt: string; readonly hasTest: boolean } | null> {
  const found = await tx.one<{ count: number; next: string | null; hasTest: boolean }>(sql`
    select count(*)::int as count, min(next_try_at) as next, coalesce(bool_or(is_test), false) as "hasTest"
    from webhook_delivery
    where company_id = ${tx.companyId} and endpoint_id = ${endpointId} and state = 'waiting'
      ${testsOnly ? part`and is_test` : nothing}`)
  return found?.next ? { count: found.count, nextTryAt: found.next, hasTest: found.hasTest } : null
}

export const hasWaitingTest = async (tx: TenantTx, endpointId: string): Promise<boolean> =>
  (await tx.one(sql`
    select from webhook_delivery where company_id = ${tx.companyId} and endpoint_id = ${endpointId}
      and state = 'waiting' and is_test limit 1`)) !== null

export type KeptDelivery = { readonly id: string; readonly state: Tried['state']; readonly isTest: boolean }

export const lockDelivery = (tx: TenantTx, endpointId: string, id: string): Promise<KeptDelivery | null> =>
  tx.one<KeptDelivery>(sql`
    select id, state, is_test as "isTest" from webhook_delivery
    where company_id = ${tx.companyId} and endpoint_id = ${endpointId} and id = ${id} for update`)

/** Makes one delivery due now, with its tries counted from zero. */
export async function dueAgain(tx: TenantTx, id: string): Promise<void> {
  await tx.runOne(sql`
    update webhook_delivery set state = 'waiting', attempts = 0, first_tried_at = null, next_try_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id}`)
}

/** Makes failed deliveries of facts due now, a batch of them. Returns their number. */
export const failedDueAgain = (
  tx: TenantTx,
  endpointId: string,
  { since, most }: { readonly since: string | null; readonly most: number },
): Promise<number> =>
  tx.run(sql`
    update webhook_delivery set state = 'waiting', attempts = 0, first_tried_at = null, next_try_at = ${tx.now}
    where company_id = ${tx.companyId} and id in (
      select id from webhook_delivery
      where company_id = ${tx.companyId} and endpoint_id = ${endpointId} and state = 'failed' and not is_test
        and (${since}::timestamptz is null or created_at >= ${since}::timestamptz)
      order by id limit ${most})`)

const dayMs = 24 * 3600_000

/**
 * Deletes deliveries that were kept long enough, a batch of them; also what waits for a webhook that has been paused for
 * as long. Returns their number.
 */
export const deleteOldDeliveries = (tx: TenantTx, most: number): Promise<number> =>
  tx.run(sql`
    delete from webhook_delivery where company_id = ${tx.companyId} and id in (
      select id from webhook_delivery
      where company_id = ${tx.companyId} and created_at < ${new Date(tx.now.getTime() - deliveryDays * dayMs)}
      order by created_at limit ${most})`)
