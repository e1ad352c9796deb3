// The programs of a bench: started as children, reached over HTTP.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const cwd = new URL('..', import.meta.url)

/** Starts a file with Node, stripped of types as in deploy/; only these settings and the path reach it. */
export function start(file: string, env: NodeJS.ProcessEnv) {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/strip.mjs'], { cwd })
  return spawn(process.execPath, ['--import', './scripts/stripped.mjs', file], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Ends a program, also one that stands still. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  child.kill('SIGCONT')
  const isLate = await Promise.race([gone.then(() => false), sleep(15_000, true, { ref: false })])
  if (isLate) child.kill('SIGKILL')
  await gone
}

/** Waits until the program answers on this port. */
export async function reachable(port: number, url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`).catch(() => null)
    if (answer && answer.status < 503) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`nothing answers on port ${port}`)
}

export function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
