/**
 * `npm run operator -- <verb>`: what whoever runs the program does by hand, on its database (DATABASE_URL, or the
 * embedded one), with the program running or not.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { product } from '#app/product.ts'
import { isUuid } from '#kernel/ids.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Db, openDb } from '#server/db.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { retryMails, stuckMails } from '#server/mail/queue.ts'
import { MigrationError, prepareDatabase } from '#server/migrate.ts'
import { secretOf } from '#server/secret.ts'
import { ConfigError } from '#server/settings.ts'
import { loadKeys, rotateKeys } from '#server/signing-keys.ts'

const usage = `${product}: the operator's commands

  npm run operator -- rotate-keys       publishes the next signing key; it signs in twenty minutes
  npm run operator -- mail              the mails that failed or still wait
  npm run operator -- mail retry <id>   tries a mail again now; 'all' tries every one`

type Tools = { readonly db: Db; readonly config: Config; readonly secret: string }

/** A line for the operator: what they asked cannot be done. */
class Refused extends Error {}

const verbs: { readonly [verb: string]: (tools: Tools, words: readonly string[]) => Promise<void> } = {
  'rotate-keys': rotate,
  mail,
}

const {
  positionals: [verb = '', ...words],
} = parseArgs({ allowPositionals: true })
const run = verbs[verb]
if (!run) stop(usage)
try {
  await withTools(tools => run(tools, words))
} catch (error) {
  const isTheirs = [Refused, ConfigError, MigrationError].some(kind => error instanceof kind)
  if (!isTheirs || !(error instanceof Error)) throw error
  stop(error.message)
}

async function withTools(work: (tools: Tools) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const throwaway = config.throwawayDatabase
  const home = path.join(config.dataDir, 'postgres')
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ home, throwaway })
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.url ?? ''
    const { appUrl } = await prepareDatabase(ownerUrl, { throwaway, appUrl: config.databaseAppUrl })
    const db = openDb(appUrl, { size: 2 })
    try {
      await work({ db, config, secret: secretOf(config) })
    } finally {
      await db.close()
    }
  } finally {
    await embedded?.stop()
  }
}

async function rotate({ db, secret }: Tools): Promise<void> {
  await loadKeys(db, secret)
  await rotateKeys(db, secret)
  console.log('The next signing key is published; in twenty minutes it signs, and later the earlier ones go.')
}

async function mail({ db }: Tools, [word, which]: readonly string[]): Promise<void> {
  if (word === undefined) return list(db)
  if (word !== 'retry' || which === undefined || (which !== 'all' && !isUuid(which))) throw new Refused(usage)
  const count = await retryMails(db, which === 'all' ? null : which)
  if (count === 0 && which !== 'all')
    throw new Refused('No mail of that id has failed or is being tried again.')
  console.log(`Will be tried now: ${count}.`)
}

async function list(db: Db): Promise<void> {
  const mails = await stuckMails(db)
  if (mails.length === 0) console.log('No mail has failed, and none waits.')
  for (const { id, failed_at, kind, to_address, subject, attempts, last_error } of mails) {
    const state = failed_at === null ? 'waits ' : 'FAILED'
    console.log(
      `${state}  ${id}  ${kind}  ${to_address}  «${subject}»  tries: ${attempts}  ${last_error ?? ''}`.trimEnd(),
    )
  }
}

function stop(line: string): never {
  console.error(line)
  process.exit(1)
}
