// Cost of a request, whoever else works on the machine: processor time of a server and of the database behind it.
import fs from 'node:fs'
import type { Figures } from './load.ts'

/** Milliseconds of processor time a request, of the server and of the database. Zero where there is no /proc. */
export type Measured = Figures & { readonly serverMs: number; readonly databaseMs: number }

const msPerTick = 10

/**
 * A load and what each of its requests cost; what is done behind the answers is counted with them.
 * @param postmaster the file in which PostgreSQL says its process id.
 */
export function measuring(postmaster: string) {
  return async (server: number | undefined, work: () => Promise<Figures>): Promise<Measured> => {
    const spent = () => ({ server: server ? stat(server).ms : 0, database: spentByChildren(postmaster) })
    const before = spent()
    const figures = await work()
    const after = spent()
    const { done } = figures
    return {
      ...figures,
      serverMs: (after.server - before.server) / done,
      databaseMs: (after.database - before.database) / done,
    }
  }
}

/** Memory that a process holds; none where there is no /proc. */
export function residentMegabytes(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const [, kilobytes = '0'] = fs.existsSync(file)
    ? (/VmRSS:\s+(\d+)/.exec(fs.readFileSync(file, 'utf8')) ?? [])
    : []
  return Math.round(Number(kilobytes) / 1024)
}

/** Also by the children that have ended: a pool closes what nobody uses while others have their turn. */
function spentByChildren(postmaster: string): number {
  const parent = Number.parseInt(fs.readFileSync(postmaster, 'utf8'), 10)
  return processes()
    .map(stat)
    .filter(process => process.parent === parent)
    .reduce((sum, { ms }) => sum + ms, stat(parent).endedMs)
}

function processes(): number[] {
  if (!fs.existsSync('/proc')) return []
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0)
}

type Stat = {
  readonly parent: number
  readonly ms: number
  /** Of its children that have ended. */
  readonly endedMs: number
}

/** Of `/proc/<pid>/stat`, what stands behind the name: state, parent, …, user and system time, those of ended children. */
function stat(pid: number): Stat {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [, parent = 0, ...rest] = fields.map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9)
    return { parent, ms: (user + system) * msPerTick, endedMs: (endedUser + endedSystem) * msPerTick }
  } catch {
    return { parent: 0, ms: 0, endedMs: 0 } // it has just ended
  }
}
