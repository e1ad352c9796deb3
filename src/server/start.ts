/** Start and stop of the program: refusal to start, memory that only the start needed, and graceful end on a signal. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'
import { MigrationError } from '#server/database/migration-error.ts'
import type { Draining } from '#server/http/draining.ts'
import { ConfigError } from '#server/settings.ts'

const patienceMs = 10_000

/** Ends the process: with one clear line for a fault that the operator can fix, with the whole error for a bug. */
export function refuseToStart(error: unknown): never {
  const isTheirs = error instanceof ConfigError || error instanceof MigrationError || isOfTheMachine(error)
  console.error(isTheirs && error instanceof Error ? `No se puede arrancar: ${error.message}` : error)
  process.exit(1)
}

/** True for a fault of the machine: a port taken or forbidden, a foreign host address, an unwritable data folder. */
function isOfTheMachine(error: unknown): boolean {
  const codes = ['EADDRINUSE', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EACCES', 'EPERM', 'ENOTDIR', 'EROFS', 'ENOSPC']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/**
 * Returns to the machine what only the start needed: V8's young generation grows to 128 MB while modules are loaded, and
 * V8 itself gives it back after long idleness, if at all. It takes a fifth of a second, before anybody is served.
 */
export function returnMemory(): void {
  // Node has no call for it: V8 shows its own to whatever context is made while the flag is set.
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  // Of all flavors, the last resort alone returns the pages as well.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

type End = {
  readonly draining: Draining
  /** Seconds between saying that the program is not ready and its end. */
  readonly drainSeconds: number
  readonly stop: () => Promise<void>
}

/** A signal that comes so soon after the first is its echo: a process group is told, and its parent passes it on. */
const echoMs = 1500

/**
 * Stops on SIGTERM and SIGINT: drains first, then requests in flight may finish within ten seconds. Somebody at a
 * terminal, and whoever sends a second signal later, need not wait for the draining.
 */
export function stopOnSignal(log: Logger, { draining, drainSeconds, stop }: End): void {
  let toldAt = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (draining.hasBegun) {
        if (performance.now() - toldAt > echoMs) draining.skip()
        return
      }
      toldAt = performance.now()
      const seconds = signal === 'SIGTERM' ? drainSeconds : 0
      log.info({ signal, drainSeconds: seconds }, 'stopping')
      await draining.begin(seconds)
      setTimeout(() => process.exit(1), patienceMs).unref()
      stop().then(
        () => process.exit(0),
        error => {
          log.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}
