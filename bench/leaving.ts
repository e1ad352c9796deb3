// The end of a bench: whatever it started is stopped and removed when it is done, when it fails and when it is
// interrupted.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'

/** Registers how to undo what is about to be started; the last registered is undone first. */
export type After = (undo: () => unknown) => void

/** A reason to stop that the reader can act on: told without a stack. */
export class Unable extends Error {}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

export async function leavingNothing(work: (after: After) => Promise<void>): Promise<void> {
  const undos: (() => unknown)[] = []
  let ending: Promise<void> | null = null
  const end = () => {
    ending ??= undoAll(undos)
    return ending
  }
  for (const [signal, code] of Object.entries(exitCodes))
    process.on(signal, () => end().then(() => process.exit(code)))
  // A connection that breaks while nobody asks it anything.
  process.on('uncaughtException', error => {
    if (ending === null) tell(error)
    end().then(() => process.exit(1))
  })
  try {
    await work(undo => undos.push(undo))
  } catch (error) {
    // Once interrupted, the work fails because what it works with is gone.
    if (ending === null) tell(error)
    process.exitCode = 1
  }
  await end()
}

async function undoAll(undos: (() => unknown)[]): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop())
    try {
      await undo()
    } catch (error) {
      tell(error)
    }
}

function tell(error: unknown): void {
  console.error(error instanceof Unable ? error.message : error)
}

/** An embedded PostgreSQL in the folder `home`: in one that is kept, or in a new temporary one with this name. */
export async function startDatabase(
  after: After,
  name: string,
  kept?: string,
): Promise<{ home: string; database: EmbeddedPostgres }> {
  const home = kept ?? fs.mkdtempSync(path.join(os.tmpdir(), `visto-bueno-${name}-`))
  if (kept === undefined) after(() => fs.rmSync(home, { recursive: true, force: true }))
  fs.mkdirSync(home, { recursive: true })
  fs.chmodSync(home, 0o755) // PostgreSQL runs as another account when we are root
  const starting = startEmbeddedPostgres({ home: path.join(home, 'postgres') })
  // Interrupted while it starts, it is stopped once it has.
  after(() =>
    starting.then(
      database => database.stop(),
      () => {},
    ),
  )
  return { home, database: await starting }
}
