/**
 * Subscriber of facts: files that have come are read at once, by the node that learns of them, one of each company in
 * turn. What a node forgets when it ends is found again by the sweep.
 */
import type { Logger } from 'pino'
import { receivedReader } from '#features/invoices/commands/read-received.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { every, poll } from '#server/jobs/every.ts'
import { startSubscriber } from '#server/jobs/outbox.ts'

type Parts = {
  readonly db: Db
  readonly files: Pick<FileStore, 'read'>
  readonly log: Logger
  /** True when photos in HEIC are read, too. */
  readonly readsPhotos: boolean
  /** Every company, for the sweep. */
  readonly companies: () => Promise<readonly string[]>
}

const pauseMs = 300
const sweepSeconds = 300

/** Reads what comes until stopped; `stop` waits for the file that is being read. */
export function startReceivedReading({ db, files, log, companies, readsPhotos }: Parts): {
  stop(): Promise<void>
} {
  const awake = new Set<string>()
  const readNext = receivedReader({ db, files, readsPhotos })
  const outage = new Outage(log, 'received invoices are not read')
  const loop = poll(pauseMs, outage, async shouldContinue => {
    for (const company of awake) {
      if (!shouldContinue()) return
      // The others go first after a failure, so that one company's files keep nobody else waiting.
      awake.delete(company)
      const isMore = await readNext(company).catch(error => {
        awake.add(company)
        throw error
      })
      if (isMore) awake.add(company)
    }
  })
  const parts = [
    loop,
    startSubscriber(
      db,
      {
        name: 'invoices',
        everyMs: 500,
        handle: async tx => {
          awake.add(tx.companyId)
        },
      },
      log,
    ),
    every(sweepSeconds, log, 'invoices to read', async () => {
      for (const company of await companies()) awake.add(company)
    }),
  ]
  return { stop: async () => void (await Promise.all(parts.map(part => part.stop()))) }
}
