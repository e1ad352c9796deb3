/**
 * `npm run operator -- <verb>`: what whoever runs the program does by hand, on its database (DATABASE_URL, or the
 * embedded one), with the program running or not.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { product } from '#app/product.ts'
import { BackupError } from '#backup/manifest.ts'
import { removeFactors } from '#features/identity/commands/factors.ts'
import { makeFirstAdmin } from '#features/identity/commands/first-admin.ts'
import { companiesWithPeople, findAccountByEmail } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { identityWords } from '#features/identity/text.ts'
import { isUuid } from '#kernel/ids.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { EmailWire, lineWire } from '#kernel/wire.ts'
import { mendCompany } from '#mend/mend.ts'
import { reseal } from '#mend/reseal.ts'
import { databaseVerbs, Refused } from '#scripts/operator-database.ts'
import { files } from '#scripts/operator-files.ts'
import { erase, exportOne, exportThem, removeOne } from '#scripts/operator-privacy.ts'
import { endSessions } from '#scripts/operator-sessions.ts'
import { type Options, usage } from '#scripts/operator-usage.ts'
import { resolveSecret } from '#server/auth/secret.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { loadKeys, replaceKeys, rotateKeys } from '#server/auth/signing-keys.ts'
import { clock } from '#server/clock.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { DistributionError, distribute } from '#server/database/distribute.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { MigrationError } from '#server/database/migration-error.ts'
import { reachDatabase } from '#server/database/serve.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { BlobsAway } from '#server/files/blobs.ts'
import { newLog } from '#server/log.ts'
import { openPost } from '#server/mail/post.ts'
import { retryMails, stuckMails } from '#server/mail/queue.ts'
import { makePushKey } from '#server/push/push-keys.ts'
import { ConfigError } from '#server/settings.ts'

type Verb = (tools: Tools, words: readonly string[], options: Options) => Promise<void>
type Tools = { readonly db: Db; readonly config: Config; readonly secret: Secret }

const Person = z.object({
  email: EmailWire,
  name: lineWire(100, 'required'),
  lastName: z.union([z.literal(''), lineWire(100, 'required')]),
})

const verbs = new Map<string, Verb>([
  ['first-admin', firstAdmin],
  ['remove-factors', removeFactorsByEmail],
  ['end-sessions', ({ db }, words, options) => endSessions(db, words, options)],
  ['rotate-keys', rotate],
  ['reseal', resealAll],
  ['mail', mail],
  ['mend', mend],
  ['files', files],
  ['distribute', distributeDatabase],
])

/** Verbs that need the owner of the database, and its options. */
const verbsOnData = new Map<string, (words: readonly string[], options: Options) => Promise<void>>([
  ['erase-person', (_, options) => erase(options)],
  ['export-person', exportThem],
  ['export-company', exportOne],
  ['remove-company', (_, options) => removeOne(options)],
])

/** Verbs that need no database. */
const verbsAlone = new Map<string, () => Promise<void>>([
  ['push-key', async () => void process.stdout.write(`${makePushKey()}\n`)],
])

const { verb, words, options } = readWords()
const run = verbs.get(verb)
const runOnDatabase = verbsAlone.get(verb) ?? verbsOnData.get(verb) ?? databaseVerbs.get(verb)
const isMisplaced =
  (options.apply && !['mend', 'end-sessions', 'erase-person', 'remove-company'].includes(verb)) ||
  (options.tokens && verb !== 'end-sessions') ||
  (options['delete-source'] && verb !== 'files') ||
  (options['keep-files'] && verb !== 'restore')
if (!(run || runOnDatabase) || isMisplaced) stop(usage)
try {
  if (run) await withTools(tools => run(tools, words, options))
  else await runOnDatabase?.(words, options)
} catch (error) {
  const isTheirs = [Refused, BackupError, BlobsAway, ConfigError, MigrationError, DistributionError].some(
    kind => error instanceof kind,
  )
  if (!(error instanceof Error) || !(isTheirs || isOfMachine(error))) throw error
  stop(error.message)
}

/** True of what a disk or a network refused, whose message says which: `EACCES: permission denied, mkdir '/backups/…'`. */
function isOfMachine(error: Error): boolean {
  return 'syscall' in error && 'code' in error && error.message !== ''
}

function readWords(): { verb: string; words: readonly string[]; options: Options } {
  const option = { type: 'string' } as const
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        email: option,
        name: option,
        'last-name': option,
        reason: option,
        company: option,
        apply: { type: 'boolean' },
        tokens: { type: 'boolean' },
        'delete-source': { type: 'boolean' },
        'keep-files': { type: 'boolean' },
      },
    })
    const [verb = '', ...words] = positionals
    return { verb, words, options: values }
  } catch {
    stop(usage)
  }
}

async function withTools(work: (tools: Tools) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const { databaseUrl, databaseAppUrl, throwawayDatabase: throwaway } = config
  const home = path.join(config.dataDir, 'postgres')
  const embedded = databaseUrl || databaseAppUrl ? null : await startEmbeddedPostgres({ home, throwaway })
  try {
    const { appUrl, isDistributed } = await reachDatabase(databaseUrl ?? embedded?.url ?? null, config, {
      // Of the embedded database both are this program's own.
      keepsPasswords: embedded === null,
    })
    const db = openDb(appUrl, { size: 2, isDistributed })
    try {
      await work({ db, config, secret: resolveSecret(config) })
    } finally {
      await db.close()
    }
  } finally {
    await embedded?.stop()
  }
}

async function distributeDatabase({ config }: Tools): Promise<void> {
  const { databaseUrl: ownerUrl, throwawayDatabase: throwaway } = config
  if (!ownerUrl) throw new Refused('distribute needs DATABASE_URL, the owner of a database on a coordinator')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    for (const { kind, tables } of await distribute(owner))
      console.log(`${kind}: ${tables.length === 0 ? 'nothing new' : tables.join(', ')}`)
  } finally {
    await owner.end()
  }
  // Roles have further settings on a cluster.
  const given = { appUrl: config.databaseAppUrl, platformUrl: config.databasePlatformUrl }
  await prepareDatabase(ownerUrl, { throwaway, ...given, keepsPasswords: true })
}

async function firstAdmin({ db, config }: Tools, _: readonly string[], options: Options): Promise<void> {
  const given = { email: options.email, name: options.name, lastName: options['last-name'] ?? '' }
  const person = Person.safeParse(given)
  if (!person.success) throw new Refused('first-admin needs --email with an address and --name')
  const made = await makeFirstAdmin(db, person.data, { origin: config.origin, now: clock.now() })
  if (isRefusal(made)) throw new Refused(identityWords(made))
  console.log(
    `This link sets the password of ${person.data.email}; it works once, for seven days:\n${made.link}`,
  )
}

async function removeFactorsByEmail(
  { db, config, secret }: Tools,
  _: readonly string[],
  { email = '' }: Options,
): Promise<void> {
  const account = await findAccountByEmail(outsideAnyTransaction(db), email.trim().toLowerCase())
  if (!account) throw new Refused('remove-factors needs --email with the address of an account')
  const { origin, redirects } = config
  const site = { origin, redirects, product }
  const tools = { db, log: newLog('warn'), site, post: openPost(secret, site) }
  const removed = await removeFactors(tools, account.id, { userId: null, reason: 'by the operator' })
  if (isRefusal(removed)) throw new Refused(`${account.email} has no second factor`)
  console.log(`${account.email} signs in with the password alone again, and is told so by mail.`)
}

async function rotate({ db, secret }: Tools, [when, ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || (when !== undefined && when !== 'now')) throw new Refused(usage)
  if (when === 'now') {
    await replaceKeys(db, secret)
    console.log(
      'Another key signs; in ten seconds no node takes what earlier ones signed. People sign in again.',
    )
    return
  }
  await loadKeys(db, secret)
  await rotateKeys(db, secret)
  console.log('The next signing key is published; in twenty minutes it signs, and later the earlier ones go.')
}

async function resealAll({ db, secret }: Tools, words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new Refused(usage)
  if (secret.keys.length < 2)
    throw new Refused('reseal needs APP_SECRETS: the new secret, then the one before')
  const { sealed, left } = await reseal(db, secret)
  for (const [what, { changed, unreadable }] of Object.entries(sealed))
    console.log(
      `${what} sealed anew: ${changed}${unreadable === 0 ? '' : `; opened by no secret: ${unreadable}`}`,
    )
  console.log(`passwords of an earlier secret, renewed when their person signs in: ${left.passwords}`)
  console.log(
    `recovery codes of an earlier secret, of people who make new ones: ${left.codes} (${left.codePeople} people)`,
  )
  console.log(`companies of one's own not yet confirmed, of an earlier secret: ${left.requests}`)
}

async function mail({ db }: Tools, [word, which]: readonly string[]): Promise<void> {
  if (word === undefined) return list(db)
  if (word !== 'retry' || which === undefined || (which !== 'all' && !isUuid(which))) throw new Refused(usage)
  const count = await retryMails(db, which === 'all' ? null : which)
  if (count === 0 && which !== 'all')
    throw new Refused('No mail of that id has failed or is being tried again.')
  console.log(`Will be tried now: ${count}.`)
}

async function mend({ db }: Tools, words: readonly string[], { apply = false }: Options): Promise<void> {
  if (words.length > 0) throw new Refused(usage)
  let count = 0
  for (const companyId of await companiesWithPeople(outsideAnyTransaction(db))) {
    const { company, mended, unresolved } = await mendCompany(db, companyId, apply)
    count += mended.length
    for (const line of mended) console.log(`${apply ? 'mended' : 'would '}  ${company}: ${line}`)
    for (const line of unresolved) console.log(`LEFT    ${company}: ${line}`)
  }
  if (count === 0) console.log('Nothing is there to mend.')
  else if (!apply) console.log("Nothing has been changed. 'mend --apply' does it.")
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
