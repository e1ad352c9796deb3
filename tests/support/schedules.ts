// Real transactions, stepped: each round trip of statements waits until the schedule lets it go, so that every order in
// which two or three requests can meet in the database is brought about on purpose, not by luck.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'

/** Turns of the requests, over and over: `[0, 1, 1, 0]`. Whoever waits for a lock or is done loses the turn. */
export type Schedule = readonly number[]

type Runner = {
  /** Lets go the round trip that waits, if one does. */
  release: (() => void) | null
  pid: number | null
  done: boolean
  /** Called whenever it arrives at a gate, or is done. */
  moved: () => void
}

const who = new AsyncLocalStorage<Runner>()

/** Opens gates in the program's connections; outside of `run` they stand open. */
export function scheduler(app: Pick<TestApp, 'db' | 'owner'>) {
  const { pool } = app.db
  const connect = pool.connect.bind(pool)
  const gated = async () => {
    const client = await connect()
    const runner = who.getStore()
    return runner ? behindGates(client, runner) : client
  }
  // The pool's own queries come with a callback, and are nobody's transaction.
  Object.assign(pool, {
    connect: (...given: Parameters<typeof connect>) => (given.length > 0 ? connect(...given) : gated()),
  })
  const isWaiting = async (pid: number) => {
    const [row] = await app.owner.run<{ waits: boolean }>(
      sql`select cardinality(pg_blocking_pids(${pid}::int)) > 0 as waits`,
    )
    return row?.waits ?? false
  }
  return {
    /** Runs the requests together, step by step; their answers, in their own order. */
    run: <Answer>(requests: readonly (() => Promise<Answer>)[], schedule: Schedule): Promise<Answer[]> =>
      runTogether(requests, schedule, isWaiting),
  }
}

async function runTogether<Answer>(
  requests: readonly (() => Promise<Answer>)[],
  schedule: Schedule,
  isWaiting: (pid: number) => Promise<boolean>,
): Promise<Answer[]> {
  const runners = requests.map((): Runner => ({ release: null, pid: null, done: false, moved: () => {} }))
  const answers = requests.map((request, index) => {
    const runner = runners[index]
    if (!runner) throw new Error('a runner for each request')
    return who.run(runner, request).finally(() => {
      runner.done = true
      runner.moved()
    })
  })
  for (const answer of answers) answer.catch(() => {})
  const step = async (runner: Runner) => {
    if (!runner.done && runner.release === null) await stillness(runner, isWaiting)
    const { release } = runner
    if (release === null) return
    runner.release = null
    release()
    await stillness(runner, isWaiting)
  }
  for (const turn of schedule) {
    const runner = runners[turn]
    if (runner) await step(runner)
  }
  while (runners.some(runner => !runner.done)) for (const runner of runners) await step(runner)
  return Promise.all(answers)
}

/** Until it stands at its next gate, is done, or waits for a lock that somebody else holds. */
async function stillness(runner: Runner, isWaiting: (pid: number) => Promise<boolean>): Promise<void> {
  while (!runner.done && runner.release === null) {
    const moved = new Promise<'moved'>(resolve => {
      runner.moved = () => resolve('moved')
    })
    const paused = new Promise<'paused'>(resolve => setTimeout(resolve, 8, 'paused'))
    if ((await Promise.race([moved, paused])) === 'moved') return
    if (runner.pid !== null && (await isWaiting(runner.pid))) return
  }
}

/** The same connection, whose round trips wait: what is sent in one turn of the event loop goes together. */
function behindGates(client: pg.PoolClient, runner: Runner): pg.PoolClient {
  let trip: Promise<void> | null = null
  const board = (): Promise<void> => {
    trip ??= new Promise<void>(resolve => {
      setImmediate(() => {
        trip = null
        runner.pid = processOf(client)
        runner.release = resolve
        runner.moved()
      })
    })
    return trip
  }
  const query = async (...given: readonly unknown[]) => {
    await board()
    return Reflect.apply(client.query, client, given)
  }
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return query
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const processOf = (client: pg.PoolClient): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null

/** Every way in which requests of so many steps each can take turns. */
export function allSchedules(steps: readonly number[]): Schedule[] {
  if (steps.every(left => left === 0)) return [[]]
  return steps.flatMap((left, turn) =>
    left === 0
      ? []
      : allSchedules(steps.map((count, index) => (index === turn ? count - 1 : count))).map(rest => [
          turn,
          ...rest,
        ]),
  )
}

/** Some of them, spread evenly over all: always the same ones. */
export function someOf<Item>(all: readonly Item[], count: number): Item[] {
  if (all.length <= count) return [...all]
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).filter(
    item => item !== undefined,
  )
}
