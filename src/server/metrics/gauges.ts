/** Metrics that are read when somebody asks: connections, queues, disk, and the state of this process. */
import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { Draining } from '#server/http/draining.ts'
import type { QueueLoad } from '#server/jobs/bounded-queue.ts'
import { readMark } from '#server/metrics/marks.ts'
import { type Queues, readQueues, type Waiting } from '#server/metrics/queues.ts'

export type Sources = {
  readonly release: string
  readonly dataDir: string
  /** Pools by name; the one called `app` is asked for the queues. */
  readonly pools: { readonly app: Db } & Readonly<Record<string, Db>>
  /** Work of this process that waits in memory, by name. */
  readonly loads: Readonly<Record<string, () => QueueLoad>>
  readonly draining: Draining
}

/** Registers them all. Each scrape asks the database a few short statements. */
export function registerGauges(registry: Registry, sources: Sources): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  const registers = [registry]
  new Gauge({
    name: 'visto_bueno_info',
    help: 'Always 1: the release in its label.',
    labelNames: ['release'],
    registers,
  }).set({ release: sources.release }, 1)
  new Gauge({
    name: 'visto_bueno_draining',
    help: '1 once the program was told to end.',
    registers,
    collect() {
      this.set(sources.draining.hasBegun ? 1 : 0)
    },
  })
  new Gauge({
    name: 'visto_bueno_disk_free_bytes',
    help: 'Room left where files are kept.',
    registers,
    async collect() {
      this.reset()
      const disk = await statfs(sources.dataDir).catch(() => null)
      if (disk) this.set(disk.bavail * disk.bsize)
    },
  })
  registerMarks(registry, sources)
  registerPools(registry, sources)
  registerLoads(registry, sources)
  registerQueues(registry, sources)
}

function registerMarks(registry: Registry, { dataDir }: Sources): void {
  new Gauge({
    name: 'visto_bueno_last_success_timestamp_seconds',
    help: 'When the last backup was taken, and when a backup was last restored in a drill.',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const what of ['backup', 'drill'] as const) {
        const at = await readMark(dataDir, what)
        if (at) this.set({ what }, at.getTime() / 1000)
      }
    },
  })
}

function registerPools(registry: Registry, { pools }: Sources): void {
  new Gauge({
    name: 'visto_bueno_database_connections',
    help: 'Connections of a pool: busy, idle; requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, db] of Object.entries(pools)) {
        const { totalCount, idleCount, waitingCount } = db.pool
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

function registerLoads(registry: Registry, { loads }: Sources): void {
  new Gauge({
    name: 'visto_bueno_work',
    help: 'Heavy work of this process: passwords to hash, files to read, pictures to draw; running and waiting.',
    labelNames: ['work', 'state'],
    registers: [registry],
    collect() {
      for (const [work, load] of Object.entries(loads)) {
        const { running, waiting } = load()
        this.set({ work, state: 'running' }, running)
        this.set({ work, state: 'waiting' }, waiting)
      }
    },
  })
}

/** Gauges of the database: whether it answers, and its queues, which have no value while it does not. */
function registerQueues(registry: Registry, { pools }: Sources): void {
  const registers = [registry]
  const readOnce = shareReading(() => readQueues(pools.app).catch(() => null))
  const eachQueue = async (set: (queue: string, waiting: Waiting) => void) => {
    const queues = await readOnce()
    if (!queues) return
    for (const [name, waiting] of queues.outbox) set(`outbox_${name}`, waiting)
    set('mails', queues.mails)
    set('pushes', queues.pushes)
    set('seals', queues.seals)
    set('webhooks', queues.webhooks)
    set('mailboxes', queues.mailboxes)
  }
  new Gauge({
    name: 'visto_bueno_queue_messages',
    help: 'What waits: messages of each subscriber, mails, events for their seal, deliveries of webhooks, mailboxes that are due.',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset()
      await eachQueue((queue, { count }) => this.set({ queue }, count))
    },
  })
  new Gauge({
    name: 'visto_bueno_queue_oldest_seconds',
    help: 'Age of the oldest that waits.',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset()
      await eachQueue((queue, { oldestSeconds }) => this.set({ queue }, oldestSeconds))
    },
  })
  const single = (name: string, help: string, read: (queues: Queues) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const queues = await readOnce()
        if (queues) this.set(read(queues))
        else this.remove()
      },
    })
  single('visto_bueno_mails_failed', 'Mails that were given up and are kept.', read => read.failedMails)
  single(
    'visto_bueno_webhooks_failing',
    'Endpoints of webhooks whose last calls failed.',
    read => read.failingWebhooks,
  )
  single(
    'visto_bueno_mailboxes_failing',
    'Mailboxes of invoices whose last visits failed.',
    read => read.failingMailboxes,
  )
  new Gauge({
    name: 'visto_bueno_database_up',
    help: '1 when the database answers.',
    registers,
    async collect() {
      const answers = await pools.app.run(sql`select 1 as ok`).catch(() => [])
      this.set(answers.length)
    },
  })
}

/** One reading for all who ask while it is under way: the metrics of one scrape. */
function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= read().finally(() => {
      underWay = null
    })
    return underWay
  }
}
