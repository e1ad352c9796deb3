/**
 * The outbox: messages about facts, written as rows in the business transaction and delivered at least once after its
 * commit, by a poller on each node. Consumers must tolerate repetition: the row's id is the fact's stable id.
 */
import type { Logger } from 'pino'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { turning } from '#server/jobs/every.ts'
import { type Announcement, notifySql } from '#server/jobs/pubsub.ts'

export type Message = {
  readonly id: string
  readonly company: string
  readonly topic: string
  readonly payload: Payload
  /** The instant of the fact. */
  readonly at: string
}
export type Payload = { readonly [name: string]: string | number | boolean | null | readonly string[] }
/** Consumes a message; returns the announcement to publish once the message is delivered, or null. */
export type Consumer = (db: Db, message: Message) => Promise<Announcement | null>

const batchSize = 50
const longestWaitSeconds = 3600

export async function tell(tx: TenantTx, topic: string, payload: Payload): Promise<void> {
  await tx.runOne(sql`
    insert into outbox (id, company, topic, payload, created_at, next_try_at)
    values (${newId(tx.now.getTime())}, ${tx.companyId}, ${topic}, ${payload}, ${tx.now}, ${tx.now})`)
}

/** Polls until stopped; `stop` waits for the current batch. */
export function startOutbox(
  db: Db,
  consumers: { readonly [topic: string]: Consumer },
  log: Logger,
  everyMs = 250,
): { stop(): Promise<void> } {
  return turning(everyMs, new Outage(log, 'outbox: batch failed'), async goesOn => {
    while (goesOn() && (await deliverBatch(db, consumers, log)) === batchSize);
  })
}

/**
 * Claims a batch by pushing its next try into the future (so that another node retries when this one dies), delivers it,
 * then deletes and announces the delivered messages in one statement. Returns the number of claimed messages.
 */
export async function deliverBatch(
  db: Db,
  consumers: { readonly [topic: string]: Consumer },
  log: Logger,
): Promise<number> {
  const now = clock.now()
  const claimed = await db.run<Message & { attempts: number }>(sql`
    update outbox set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + 60_000)}
    where id in (select id from outbox where next_try_at <= ${now} order by next_try_at, id
      limit ${batchSize} for update skip locked)
    returning id, company, topic, payload, created_at as at, attempts`)
  const delivered: string[] = []
  const news: Announcement[] = []
  for (const message of claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    try {
      const announcement = await consumers[message.topic]?.(db, message)
      delivered.push(message.id)
      if (announcement) news.push(announcement)
    } catch (error) {
      log.warn({ err: error, message: message.id, topic: message.topic }, 'outbox: will be tried again')
      await postpone(db, message, error)
    }
  }
  if (delivered.length > 0) await finish(db, delivered, news)
  return claimed.length
}

/** Deletes and announces the batch in one transaction: each NOTIFY by itself would wait for the disk. */
async function finish(db: Db, ids: readonly string[], news: readonly Announcement[]): Promise<void> {
  await db.run(sql`
    with delivered as (delete from outbox where id = any (${ids}::uuid[])) ${notifySql(news)}`)
}

async function postpone(db: Db, message: { id: string; attempts: number }, error: unknown): Promise<void> {
  const waitSeconds = Math.min(longestWaitSeconds, 2 ** Math.min(message.attempts, 12))
  const next = new Date(clock.now().getTime() + waitSeconds * 1000)
  await db.run(sql`update outbox set next_try_at = ${next}, last_error = ${String(error).slice(0, 500)}
    where id = ${message.id}`)
}
