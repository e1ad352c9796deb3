/**
 * The outbox: for each fact one message per subscriber, written in the transaction of the fact and removed in the
 * transaction in which the subscriber handles it, so that each is handled once, on whatever node. A subscriber that
 * fails tries again by itself, ever later, and delays no other.
 */

import type { Logger } from 'pino'
import type { SubscriberName } from '#kernel/fact.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'
import { inOwnSpan } from '#server/traces/spans.ts'

export type Message = {
  /** The event's id. */
  readonly id: string
  readonly kind: string
  readonly objectId: string
  readonly at: string
}

export type Subscriber = {
  /** Besides the subscribers of facts, `impersonations`: the database itself tells of their ends. */
  readonly name: SubscriberName | 'impersonations'
  readonly everyMs: number
  /** Handles messages of one company, the oldest first, in the transaction that removes them. */
  readonly handle: (tx: TenantTx, messages: readonly Message[]) => Promise<void>
}

const batchSize = 50
const longestWaitSeconds = 3600

/**
 * Polls until stopped; `stop` waits for the current round. A round that found a whole batch is followed by the next at
 * once; after a smaller one messages gather for a while, so that under load a transaction handles many.
 */
export function startSubscriber(db: Db, subscriber: Subscriber, log: Logger): { stop(): Promise<void> } {
  const outage = new Outage(log, `outbox: ${subscriber.name} failed`)
  return poll(subscriber.everyMs, outage, async shouldContinue => {
    while (shouldContinue() && (await deliver(db, subscriber, log)) >= batchSize);
  })
}

/** One round: a batch of each company with messages that are due. Returns the number of handled messages. */
export async function deliver(db: Db, subscriber: Subscriber, log: Logger): Promise<number> {
  const companies = await db.run<{ company: string }>(sql`
    select company from (
      select company from outbox_message where subscriber = ${subscriber.name} and next_try_at <= ${clock.now()}
      order by next_try_at limit 500) due
    group by company`)
  let handled = 0
  for (const { company } of companies) handled += await deliverToCompany(db, company, subscriber, log)
  return handled
}

/** Handles the due messages of a company in one transaction; when it fails, each in its own. */
async function deliverToCompany(
  db: Db,
  company: string,
  subscriber: Subscriber,
  log: Logger,
): Promise<number> {
  try {
    return await inOwnSpan(`outbox ${subscriber.name}`, {}, () =>
      asSystem(db, company, tx => handleDue(tx, subscriber, null)),
    )
  } catch {
    return deliverOneByOne(db, company, subscriber, log)
  }
}

/** Handles each message of a failed batch by itself, so that those that fail are known, and postponed. */
async function deliverOneByOne(
  db: Db,
  company: string,
  subscriber: Subscriber,
  log: Logger,
): Promise<number> {
  const { name } = subscriber
  const due = await db.run<{ id: string; kind: string; attempts: number }>(sql`
    select id, kind, attempts from outbox_message
    where subscriber = ${name} and company = ${company} and next_try_at <= ${clock.now()}
    order by id limit ${batchSize}`)
  let handled = 0
  for (const { id, kind, attempts } of due)
    try {
      handled += await asSystem(db, company, tx => handleDue(tx, subscriber, id))
    } catch (error) {
      log.warn({ err: error, subscriber: name, message: id, kind }, 'outbox: will be tried again')
      await postpone(db, { name, company, id, attempts: attempts + 1 }, error)
    }
  return handled
}

/** Removes and handles due messages, or one of them; 0 while another node handles them. */
async function handleDue(tx: TenantTx, { name, handle }: Subscriber, only: string | null): Promise<number> {
  const messages = await tx.all<Message>(sql`
    delete from outbox_message where subscriber = ${name} and company = ${tx.companyId} and id in (
      select id from outbox_message
      where subscriber = ${name} and company = ${tx.companyId} and next_try_at <= ${tx.now}
        ${only === null ? nothing : part`and id = ${only}`}
      order by id limit ${batchSize} for update skip locked)
    returning id, kind, object_id as "objectId", created_at as at`)
  if (messages.length > 0)
    await handle(
      tx,
      messages.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  return messages.length
}

type FailedMessage = {
  readonly name: string
  readonly company: string
  readonly id: string
  readonly attempts: number
}

async function postpone(
  db: Db,
  { name, company, id, attempts }: FailedMessage,
  error: unknown,
): Promise<void> {
  const waitSeconds = Math.min(longestWaitSeconds, 2 ** Math.min(attempts, 12))
  const next = new Date(clock.now().getTime() + waitSeconds * 1000)
  await db.run(sql`
    update outbox_message set attempts = ${attempts}, next_try_at = ${next}, last_error = ${String(error).slice(0, 500)}
    where subscriber = ${name} and company = ${company} and id = ${id}`)
}
