/** How the program refuses to start, and how it ends. */
import type { Logger } from 'pino'
import { MigrationError } from '#server/database/migrate.ts'
import { ConfigError } from '#server/settings.ts'

const patienceMs = 10_000

/** One clear line for what the operator can mend; the whole error for what only we can. */
export function refuseToStart(error: unknown): never {
  const isTheirs = error instanceof ConfigError || error instanceof MigrationError || isOfTheMachine(error)
  console.error(isTheirs && error instanceof Error ? `No se puede arrancar: ${error.message}` : error)
  process.exit(1)
}

/** A port that is taken or not allowed, a host that is not ours, a data folder that cannot be written. */
function isOfTheMachine(error: unknown): boolean {
  const codes = ['EADDRINUSE', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EACCES', 'EPERM', 'ENOTDIR', 'EROFS', 'ENOSPC']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Requests in flight finish; what has not ended in ten seconds is cut. */
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
