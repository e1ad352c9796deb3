// The processes of a PostgreSQL on this machine, which a test stops where they are and lets go on.
import fs from 'node:fs'
import path from 'node:path'

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
