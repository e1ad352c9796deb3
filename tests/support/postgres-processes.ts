// The processes of a PostgreSQL on this machine, which a test stops where they are and lets go on.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** `data`: its folder of data. */
export function processesOf(data: string): number[] {
  const [first = ''] = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  const children = fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => parentOf(name) === postmaster)
  return [postmaster, ...children.map(Number)]
}

/** Stops them all in the middle of whatever they do, the one that would start others first; `goOn` lets them go on. */
export function freeze(data: string): { goOn(): void } {
  const [postmaster = 0] = processesOf(data)
  process.kill(postmaster, 'SIGSTOP')
  const stopped = processesOf(data)
  for (const pid of stopped) signal(pid, 'SIGSTOP')
  return {
    goOn: () => {
      for (const pid of stopped.toReversed()) signal(pid, 'SIGCONT')
    },
  }
}

/** Kills them all, the one that would look after the others first: as when the machine's memory is at its end. */
export function killAll(data: string): void {
  for (const pid of processesOf(data)) signal(pid, 'SIGKILL')
}

/** One that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}

function parentOf(pid: string): number | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** False once the server has ended; true when it answers. While it starts or recovers, waits. */
export async function isUp(data: string, url: string): Promise<boolean> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      if (!hasPostmaster(data)) return false
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function hasPostmaster(data: string): boolean {
  try {
    const [pid = 0] = processesOf(data)
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
