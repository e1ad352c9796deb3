/**
 * Publish and subscribe between nodes, by PostgreSQL's LISTEN and NOTIFY. The outbox publishes after commit, so that no
 * business transaction waits for the queue of notifications. Nothing is stored: a subscriber that may have missed
 * announcements is told `lost`, and reads the database again.
 */
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { SubscriberName } from '#kernel/fact.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'

type Subject = { readonly orderId: string } | { readonly providerId: string }
type Announcement = { readonly company: string } & Subject

/** An order or a provider changed; `lost`: announcements may have been missed, so any may have changed. */
export type News =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'provider'; readonly providerId: string }
  | { readonly kind: 'lost' }

export type PubSub = {
  /** Subscribes to one company, and returns the function that unsubscribes. The first subscription opens the connection. */
  subscribe(company: string, listener: (news: News) => void): () => void
  stop(): Promise<void>
}

const channel = 'announcements'
const liveSubscriber: SubscriberName = 'live'
/** Most messages that one statement publishes. */
const batchSize = 500
const Payload = z.union([
  z.object({ company: z.string(), orderId: z.string() }),
  z.object({ company: z.string(), providerId: z.string() }),
])

/** Publishes that an order has changed, when the transaction commits; PostgreSQL drops duplicates. */
export async function announceDocument(tx: TenantTx, documentId: string): Promise<void> {
  // `orderId`: the key that nodes of earlier releases read while a release is rolled out.
  const announcement = JSON.stringify({ company: tx.companyId, orderId: documentId })
  await tx.all(sql`select pg_notify(${channel}, ${announcement})`)
}

/**
 * Publishes the changes that wait in the outbox for open screens, and removes them from it. Returns their number. A
 * subscriber of its own kind: its whole work is one statement for all companies.
 */
export async function announceChanges(db: Db): Promise<number> {
  if (db.isDistributed) return announceByCompany(db)
  const [announced] = await db.run<{ count: number }>(sql`
    with taken as (
      delete from outbox_message where subscriber = ${liveSubscriber} and (company, id) in (
        select company, id from outbox_message where subscriber = ${liveSubscriber} and next_try_at <= ${clock.now()}
        order by next_try_at limit ${batchSize} for update skip locked)
      returning company, object_type, object_id),
    announcements as (
      select distinct json_build_object('company', company,
        case object_type when 'provider' then 'providerId' else 'orderId' end, object_id)::text as text from taken),
    published as (select pg_notify(${channel}, text) from announcements)
    select (select count(*) from taken)::int as count, (select count(*) from published) as published`)
  return announced?.count ?? 0
}

/** Publishes company by company, on a cluster: a statement locks rows of one company, and notifies from the coordinator. */
async function announceByCompany(db: Db): Promise<number> {
  const companies = await db.run<{ company: string }>(sql`
    select distinct company from outbox_message where subscriber = ${liveSubscriber} and next_try_at <= ${clock.now()}`)
  let count = 0
  for (const { company } of companies) count += await asSystem(db, company, announceOfCompany)
  return count
}

async function announceOfCompany(tx: TenantTx): Promise<number> {
  const taken = await tx.all<{ type: string; id: string }>(sql`
    delete from outbox_message where subscriber = ${liveSubscriber} and company = ${tx.companyId} and id in (
      select id from outbox_message
      where subscriber = ${liveSubscriber} and company = ${tx.companyId} and next_try_at <= ${tx.now}
      order by next_try_at limit ${batchSize} for update skip locked)
    returning object_type as type, object_id as id`)
  const announcements = taken.map(({ type, id }) =>
    JSON.stringify({ company: tx.companyId, [type === 'provider' ? 'providerId' : 'orderId']: id }),
  )
  await Promise.all(
    [...new Set(announcements)].map(text => tx.all(sql`select pg_notify(${channel}, ${text})`)),
  )
  return taken.length
}

/** Publishes changes until stopped; after less than a whole batch they gather for a while. */
export function startAnnouncer(db: Db, log: Logger, everyMs = 250): { stop(): Promise<void> } {
  return poll(everyMs, new Outage(log, 'outbox: live failed'), async shouldContinue => {
    while (shouldContinue() && (await announceChanges(db)) >= batchSize);
  })
}

/** @param options `checkMs`: interval of the connection's health checks; `retryMs`: pause before a new connection. */
export function openPubSub(db: Db, log: Logger, { checkMs = 15_000, retryMs = 1_000 } = {}) {
  const listeners = new Map<string, Set<(news: News) => void>>()
  const publishToAll = (news: News) => {
    for (const company of listeners.values()) for (const listener of company) listener(news)
  }
  const publishToListeners = (text: string | undefined) => {
    const read = Payload.safeParse(JSON.parse(text ?? 'null'))
    if (!read.success) return
    for (const listener of listeners.get(read.data.company) ?? []) listener(newsFromAnnouncement(read.data))
  }
  const database = new PgListener(db, log, { checkMs, retryMs }, publishToListeners, () =>
    publishToAll({ kind: 'lost' }),
  )
  return {
    subscribe: (company, listener) => {
      const ownListeners = listeners.get(company) ?? new Set()
      listeners.set(company, ownListeners.add(listener))
      database.open()
      return () => {
        ownListeners.delete(listener)
        if (ownListeners.size === 0) listeners.delete(company)
      }
    },
    stop: () => database.close(),
  } satisfies PubSub
}

const newsFromAnnouncement = (announcement: Announcement): News =>
  'orderId' in announcement
    ? { kind: 'order', orderId: announcement.orderId }
    : { kind: 'provider', providerId: announcement.providerId }

type Pace = { readonly checkMs: number; readonly retryMs: number }

/** The connection that listens, replaced when it is lost. */
class PgListener {
  readonly #db: Db
  readonly #log: Logger
  readonly #pace: Pace
  readonly #publishToListeners: (text: string | undefined) => void
  readonly #lost: () => void
  #living: Promise<void> | null = null
  #isClosed = false
  #wake: () => void = () => {}

  constructor(
    db: Db,
    log: Logger,
    pace: Pace,
    publishToListeners: (text: string | undefined) => void,
    lost: () => void,
  ) {
    this.#db = db
    this.#log = log
    this.#pace = pace
    this.#publishToListeners = publishToListeners
    this.#lost = lost
  }

  open(): void {
    if (!this.#isClosed) this.#living ??= this.#live()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#wake()
    await this.#living
  }

  async #live(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#listen()
      } catch (error) {
        this.#log.warn({ err: error }, 'announcements: not listening, will try again')
        await this.#rest(this.#pace.retryMs)
      }
    }
  }

  /** Listens until closed, or until the connection fails, which it throws. */
  async #listen(): Promise<void> {
    const client = await this.#db.pool.connect()
    let failure: Error | null = null
    const fail = (error: Error) => {
      failure = error
      this.#wake()
    }
    const receive = ({ payload }: pg.Notification) => this.#publishToListeners(payload)
    client.on('notification', receive).on('error', fail)
    try {
      await client.query(`listen ${channel}`)
      // Subscribers from before this connection may have missed announcements.
      this.#lost()
      while (!this.#isClosed && failure === null) {
        await this.#rest(this.#pace.checkMs)
        await client.query('select 1')
      }
    } finally {
      client.off('notification', receive).off('error', fail)
      // Closed instead of returned to the pool, where it would go on listening.
      client.release(true)
    }
    if (failure !== null) throw failure
  }

  #rest(ms: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
