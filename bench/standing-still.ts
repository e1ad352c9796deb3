// Our program standing still while another has its turn. It would seal the other's events meanwhile, on the same
// database and the same processors.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { After } from './leaving.ts'

/** Runs work while our program stands still. */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>

/** @param url the owner's, whom row level security does not bind. */
export async function standingStill(program: ChildProcess, url: string, after: After): Promise<Alone> {
  const owner = new pg.Client({ connectionString: url, application_name: 'bench' })
  owner.on('error', () => {}) // the database is stopped before us when the bench is interrupted
  await owner.connect()
  after(() => owner.end().catch(() => {}))
  return async work => {
    await halt(program, owner)
    const last = await lastUnsealed(owner)
    try {
      return await work()
    } finally {
      // Leftovers of the other are no work of ours.
      await owner.query('delete from event_unsealed where number > $1', [last])
      await owner.query("delete from outbox where topic = 'bench'")
      program.kill('SIGCONT')
      await sleep(300)
    }
  }
}

/** Stops the program between two transactions: one that is open would keep its locks. */
async function halt(program: ChildProcess, owner: pg.Client): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await isIdle(owner)) {
      program.kill('SIGSTOP')
      await sleep(20)
      if (await isIdle(owner)) return
      program.kill('SIGCONT')
    }
    await sleep(5)
  }
  throw new Error('the program is never between two transactions')
}

async function isIdle(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'visto-bueno%'
        and state <> 'idle'`,
  )
  return rows[0]?.open === 0
}

async function lastUnsealed(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ last: string }>(
    'select coalesce(max(number), 0) as last from event_unsealed',
  )
  return rows[0]?.last ?? '0'
}
