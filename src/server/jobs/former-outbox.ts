/**
 * The outbox of the release before 0.3: one row per topic. Nothing writes it any more, except a node of that release
 * beside this one while an installation is upgraded; what it leaves is delivered here. To be removed, with its table,
 * in the release after this one.
 */
import type { Logger } from 'pino'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'

export type FormerMessage = {
  readonly id: string
  readonly company: string
  readonly topic: string
  readonly payload: { readonly [name: string]: unknown }
  readonly at: string
}
export type FormerConsumer = (tx: TenantTx, message: FormerMessage) => Promise<void>

const batchSize = 50
const retryMs = 60_000

export function startFormerOutbox(db: Db, consume: FormerConsumer, log: Logger): { stop(): Promise<void> } {
  return poll(1000, new Outage(log, 'former outbox: batch failed'), async shouldContinue => {
    while (shouldContinue() && (await deliverFormer(db, consume, log)) === batchSize);
  })
}

/** Delivers a batch; returns its size. A row that fails is tried again after a minute. */
export async function deliverFormer(db: Db, consume: FormerConsumer, log: Logger): Promise<number> {
  const due = await db.run<FormerMessage>(sql`
    select id, company, topic, payload, created_at as at from outbox where next_try_at <= ${clock.now()}
    order by next_try_at, id limit ${batchSize}`)
  for (const message of due) {
    try {
      await asSystem(db, message.company, async tx => {
        if ((await tx.run(sql`delete from outbox where id = ${message.id}`)) > 0) await consume(tx, message)
      })
    } catch (error) {
      log.warn(
        { err: error, message: message.id, topic: message.topic },
        'former outbox: will be tried again',
      )
      const next = new Date(clock.now().getTime() + retryMs)
      await db.run(sql`update outbox set next_try_at = ${next} where id = ${message.id}`)
    }
  }
  return due.length
}
