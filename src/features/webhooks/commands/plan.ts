/**
 * From the journal to deliveries: a background reader of the sealed events writes, for each webhook that wants them, what
 * it will be told. The event and its deliveries are one transaction with the place that was read, so that each fact is
 * told once, whatever the number of nodes; and no request does anything for it.
 */
import type { Logger } from 'pino'
import { publicEventFrom } from '#features/webhooks/rules/events.ts'
import { insertDeliveries, type NewDelivery } from '#features/webhooks/store/deliveries.ts'
import { wakeLane } from '#features/webhooks/store/lanes.ts'
import { type ActiveWebhook, activeWebhooks } from '#features/webhooks/store.ts'
import { messageBody } from '#features/webhooks/views/messages.ts'
import { newId } from '#kernel/ids.ts'
import { type Db, sqlState } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import {
  companiesToRead,
  markRead,
  nextSealedEvents,
  type SealedEvent,
} from '#server/database/sealed-events.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'

const batchSize = 200

/** `untold`: why no message of an event could be written; nobody is told of it. */
type Planned = { readonly events: number; readonly untold: readonly Error[] }

/** Plans what the next events of the transaction's company bring. */
export async function planBatch(tx: TenantTx, origin: string): Promise<Planned> {
  const events = await nextSealedEvents(tx, 'webhooks', batchSize)
  const last = events.at(-1)
  if (!last) return { events: 0, untold: [] }
  const webhooks = await activeWebhooks(tx)
  const deliveries: NewDelivery[] = []
  const untold: Error[] = []
  for (const event of events) {
    const made = await makeDeliveries(tx, event, webhooks, origin).catch(cause => unwritten(event, cause))
    if (made instanceof Error) untold.push(made)
    else deliveries.push(...made)
  }
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries)
  for (const { id } of webhooks) {
    const count = deliveries.filter(({ endpointId }) => endpointId === id).length
    if (count > 0) await wakeLane(tx, id, count)
  }
  await markRead(tx, 'webhooks', last.sequence)
  return { events: events.length, untold }
}

/**
 * The error of an event that stops no other. One that lost its connection fails the next statement of the batch.
 * @throws the cause when it is the database's, after which the transaction can do nothing more.
 */
function unwritten({ id, kind }: SealedEvent, cause: unknown): Error {
  if (sqlState(cause) !== null) throw cause
  return new Error(`no message of ${kind} ${id}: ${cause}`, { cause })
}

async function makeDeliveries(
  tx: TenantTx,
  fact: SealedEvent,
  webhooks: readonly ActiveWebhook[],
  origin: string,
): Promise<NewDelivery[]> {
  const event = publicEventFrom(fact.kind, fact.after)
  if (event === null) return []
  // A fact that happened before a webhook was made may have been sealed after it.
  const told = webhooks.filter(({ events, createdAt }) => events.includes(event) && createdAt <= fact.at)
  if (told.length === 0) return []
  const body = await messageBody(tx, event, fact, origin)
  if (body === null) return []
  return told.map(({ id }) => ({
    id: newId(tx.now.getTime()),
    endpointId: id,
    eventId: fact.id,
    event,
    isTest: false,
    body,
  }))
}

/**
 * Plans for all companies with something to read. A company that fails does not stop the others, and an event of which
 * no message can be written is left out.
 * @throws AggregateError naming the companies that failed and the events left out, once all have been tried.
 */
export async function planDeliveries(
  db: Db,
  origin: string,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const failures: Error[] = []
  for (const company of await companiesToRead(db, 'webhooks')) {
    try {
      let isMore = true
      while (isMore && shouldContinue()) {
        const { events, untold } = await asSystem(db, company, tx => planBatch(tx, origin))
        failures.push(...untold.map(cause => new Error(`company ${company}: ${cause.message}`, { cause })))
        isMore = events === batchSize
      }
    } catch (cause) {
      failures.push(new Error(`company ${company}: ${cause}`, { cause }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

export function startPlanning(
  db: Db,
  origin: string,
  log: Logger,
  everyMs = 1000,
): { stop(): Promise<void> } {
  return poll(everyMs, new Outage(log, 'webhooks: planning failed'), shouldContinue =>
    planDeliveries(db, origin, shouldContinue),
  )
}
