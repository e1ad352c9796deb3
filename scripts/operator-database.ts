/** The operator's steps on the database alone. They need no secret of the program, and neither serve nor seal. */
import { readDatabaseConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/database/migrate.ts'

/** A line for the operator: what they asked cannot be done. */
export class Refused extends Error {}

type DatabaseVerb = (words: readonly string[]) => Promise<void>

export const databaseVerbs = new Map<string, DatabaseVerb>([['migrate', migrate]])

/** Migrations, years, roles with their passwords and limits: all that needs the owner. */
async function migrate(words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new Refused('migrate takes no words')
  const config = readDatabaseConfig(process.env)
  const { databaseUrl, databaseAppUrl: appUrl, databasePlatformUrl: platformUrl } = config
  if (!databaseUrl) throw new Refused('migrate needs DATABASE_URL, the owner of the database')
  const options = { throwaway: config.throwawayDatabase, appUrl, platformUrl, setsPasswords: true }
  const { applied } = await prepareDatabase(databaseUrl, options)
  for (const name of applied) console.log(`applied  ${name}`)
  console.log(applied.length === 0 ? 'The database has all migrations.' : 'The database is ready.')
}
