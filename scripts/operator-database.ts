/** The operator's steps on the database alone. They need no secret of the program, and neither serve nor seal. */
import path from 'node:path'
import { backUp } from '#backup/backup.ts'
import { drill } from '#backup/drill.ts'
import { restore } from '#backup/restore.ts'
import type { Options } from '#scripts/operator-usage.ts'
import { clock } from '#server/clock.ts'
import { readDatabaseConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { openBlobs } from '#server/files/open-blobs.ts'
import { writeMark } from '#server/metrics/marks.ts'

/** A line for the operator: what they asked cannot be done. */
export class Refused extends Error {}

type DatabaseVerb = (words: readonly string[], options: Options) => Promise<void>

export const databaseVerbs = new Map<string, DatabaseVerb>([
  ['migrate', migrate],
  ['backup', backup],
  ['restore', restoreBackup],
  ['drill', drillBackup],
])

/** Migrations, years, roles with their passwords and limits: all that needs the owner. */
async function migrate(words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new Refused('migrate takes no words')
  const config = readDatabaseConfig(process.env)
  const { databaseUrl, databaseAppUrl: appUrl, databasePlatformUrl: platformUrl } = config
  if (!databaseUrl) throw new Refused('migrate needs DATABASE_URL, the owner of the database')
  const options = {
    throwaway: config.throwawayDatabase,
    appUrl,
    platformUrl,
    setsPasswords: true,
    keepsPasswords: true,
  }
  const { applied, newer } = await prepareDatabase(databaseUrl, options)
  for (const name of applied) console.log(`applied  ${name}`)
  for (const name of newer) console.log(`newer    ${name}: this program works with it`)
  console.log(applied.length === 0 ? 'The database has all migrations.' : 'The database is ready.')
}

async function backup(words: readonly string[]): Promise<void> {
  const into = mustBeFolder('backup', words)
  const config = readDatabaseConfig(process.env)
  const { backupUrl, dataDir } = config
  if (!backupUrl) throw new Refused('backup needs BACKUP_URL, the database with a role that sees every row')
  const { folder, manifest, lost } = await backUp({
    url: backupUrl,
    files: openBlobs(config),
    into,
    now: clock.now(),
  })
  const { files, dump, chains } = manifest
  console.log(`${folder}: a dump of ${dump.bytes} bytes, ${files.count} files, ${chains.length} chains`)
  console.log(`Not in it, and needed to restore: ${manifest.secrets.join('; ')}.`)
  await writeMark(dataDir, 'backup', new Date(manifest.takenAt), { folder })
  if (lost.length > 0)
    throw new Refused(
      `The database names ${lost.length} files that ${config.bucket?.address ?? dataDir} has not, or has otherwise: ${lost.slice(0, 20).join(', ')}`,
    )
}

async function restoreBackup(words: readonly string[], options: Options): Promise<void> {
  const from = mustBeFolder('restore', words)
  const config = readDatabaseConfig(process.env)
  const { databaseUrl } = config
  if (!databaseUrl) throw new Refused('restore needs DATABASE_URL, the owner of an empty database')
  const keepsFiles = options['keep-files'] ?? false
  const { manifest, there } = await restore({ url: databaseUrl, files: openBlobs(config), from, keepsFiles })
  const { takenAt, migration, files } = manifest
  console.log(
    `Restored what was there at ${takenAt} (up to ${migration}), with ${files.count} files${keepsFiles ? `, ${there} of which were there, whole` : ''}.`,
  )
  console.log('Next: operator migrate; then the program, with the secrets of before; then npm run verify.')
}

async function drillBackup(words: readonly string[]): Promise<void> {
  const backups = mustBeFolder('drill', words)
  const { drillUrl, dataDir } = readDatabaseConfig(process.env)
  if (!drillUrl)
    throw new Refused(
      'drill needs DRILL_URL, a server on which a role that sees every row may make a database',
    )
  const startedAt = clock.now()
  const { backup, manifest, faults } = await drill({ url: drillUrl, backups })
  for (const fault of faults) console.log(`BROKEN  ${fault}`)
  if (faults.length > 0) throw new Refused(`${backup} does not restore to what it was.`)
  const seconds = Math.round((clock.now().getTime() - startedAt.getTime()) / 1000)
  await writeMark(dataDir, 'drill', startedAt, { backup, seconds })
  console.log(
    `${backup} restores in ${seconds} s: every invariant holds, ${manifest.chains.length} chains end where they did, ${manifest.files.count} files are whole.`,
  )
}

function mustBeFolder(verb: string, [folder, ...more]: readonly string[]): string {
  if (folder === undefined || more.length > 0) throw new Refused(`${verb} needs one folder`)
  return path.resolve(folder)
}
