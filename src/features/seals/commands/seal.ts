/**
 * The sealer: seals new events of the companies' journals. One sealer at a time works on a company, whatever the number
 * of nodes, because it locks the chain's head. No decision takes that lock, so none ever waits for a seal.
 */
import type { Logger } from 'pino'
import { computeSeal } from '#features/seals/rules/chain.ts'
import {
  companiesToSeal,
  hasUnsealed,
  lockHead,
  type Seal,
  saveSeals,
  unsealedEvents,
} from '#features/seals/store.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'
import { sha256 } from '#server/sha256.ts'

const batchSize = 500

/** Seals a batch of the transaction's company, and returns its size; with `leave`, 0 while another sealer works. */
export async function sealBatch(tx: TenantTx, ifHeld: 'wait' | 'leave'): Promise<number> {
  // The events are read after the lock on the head, because another sealer may have sealed some meanwhile: both
  // statements are sent in this order on one connection.
  const [head, events] = await Promise.all([lockHead(tx, ifHeld), unsealedEvents(tx, batchSize)])
  if (!head) return 0
  const seals: Seal[] = []
  let { sequence, hash } = head
  for (const unsealed of events) {
    sequence += 1
    hash = computeSeal(sha256, hash, unsealed.event)
    seals.push({ ...unsealed, sequence, hash })
  }
  await saveSeals(tx, seals)
  return seals.length
}

/**
 * Seals what waits when events of the order are among it, in as many batches as that takes; the chain's head then stays
 * locked until the transaction ends. An order that is sealed already takes no lock.
 */
export async function sealOrder(tx: TenantTx, documentId: string): Promise<void> {
  if (!(await hasUnsealed(tx, documentId))) return
  while ((await sealBatch(tx, 'wait')) > 0);
}

/**
 * Seals all committed events of all companies. A company that fails does not stop the others.
 * @throws AggregateError naming the companies that failed, once all have been tried.
 */
export async function sealEvents(db: Db, shouldContinue: () => boolean = () => true): Promise<void> {
  const failures: Error[] = []
  for (const company of await companiesToSeal(db)) {
    try {
      while (shouldContinue() && (await asSystem(db, company, tx => sealBatch(tx, 'leave'))) === batchSize);
    } catch (cause) {
      failures.push(new Error(`company ${company}: ${cause}`, { cause }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

/** Runs the sealer until stopped; `stop` waits for the current batch. */
export function startSealer(db: Db, log: Logger, everyMs = 1000): { stop(): Promise<void> } {
  return poll(everyMs, new Outage(log, 'sealer: batch failed'), shouldContinue =>
    sealEvents(db, shouldContinue),
  )
}
