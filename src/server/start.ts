/** Start and stop of the program: refusal to start, and graceful end on a signal. */
import type { Logger } from 'pino'
import { MigrationError } from '#server/database/migrate.ts'
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

/** Stops on SIGTERM and SIGINT: requests in flight may finish within ten seconds. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
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
