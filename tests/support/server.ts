// The whole program as a process of its own, for journeys and fault tests.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { inheritedEnvironment } from '#tests/support/environment.ts'
import { freePort } from '#tests/support/port.ts'

export type RunningServer = {
  origin: string
  dataDir: string
  /** Ends the program (SIGTERM unless told otherwise), and with it a data folder that we made. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** kill -9: leaves its database running, as a crash would. Start another on `dataDir`, or call `stop`. */
  kill(): Promise<void>
  /** Sends a signal after which it goes on. */
  signal(name: NodeJS.Signals): void
  /** Everything it printed so far. */
  output(): string
}

/** One person sends what many would, and signs in as many: nobody is held to their pace, nor waits for a hash. */
export const oneForMany = { NODE_ENV: 'test', AUTH_LIMITS: 'relaxed', PASSWORD_HASH: 'quick' }

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** `like` is a data folder that nobody uses, to begin with a copy of; `program`, the folder of another release. */
export async function startServer(
  env: Record<string, string> = {},
  like?: string,
  program = repository,
): Promise<RunningServer> {
  const dataDir = env.DATA_DIR ?? temporaryFolder()
  // PostgreSQL wants its files to belong to the account that runs it: only `cp` keeps that.
  if (like) execFileSync('cp', ['-a', `${like}/.`, dataDir])
  for (;;) {
    const { child, origin, output } = launch(
      { ...env, PORT: env.PORT ?? String(await freePort()) },
      dataDir,
      program,
    )
    const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
      const code = await end(child, signal)
      if (!env.DATA_DIR) await removeData(dataDir)
      return code
    }
    const kill = async () => void (await end(child, 'SIGKILL'))
    const signal = (name: NodeJS.Signals) => void child.kill(name)
    if (await isReady(child, origin)) return { origin, dataDir, stop, kill, signal, output }
    // A start takes its time, and a port that was free may have gone to somebody's connection meanwhile.
    const isTaken = env.PORT === undefined && output().includes('EADDRINUSE')
    if (isTaken) continue
    await stop('SIGKILL')
    throw new Error(`the program did not become ready:\n${output()}`)
  }
}

function launch(env: Record<string, string>, dataDir: string, program: string) {
  const defaults = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', THROWAWAY_DATABASE: '1' }
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: program,
    env: { ...inheritedEnvironment(), ...defaults, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      printed += String(chunk)
    })
  }
  return { child, origin: `http://127.0.0.1:${env.PORT}`, output: () => printed }
}

async function isReady(child: ChildProcess, origin: string): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return true
    await sleep(50)
  }
  return false
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill(signal)
    const isLate = await Promise.race([gone.then(() => false), sleep(15_000, true, { ref: false })])
    if (isLate) {
      child.kill('SIGKILL')
      await gone
    }
  }
  return child.exitCode
}

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-server-'))
  fs.chmodSync(folder, 0o755) // PostgreSQL runs as another account when we are root
  return folder
}

async function removeData(folder: string): Promise<void> {
  const home = path.join(folder, 'postgres')
  if (fs.existsSync(path.join(home, 'data', 'postmaster.pid')))
    await startEmbeddedPostgres({ home, throwaway: true }).then(orphan => orphan.stop())
  fs.rmSync(folder, { recursive: true, force: true })
}
