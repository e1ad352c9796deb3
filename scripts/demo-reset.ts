// `npm run demo:reset`: forgets the demo company. The next start builds it anew.
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'

const config = readConfig(process.env)
const home = path.join(config.dataDir, 'postgres')

if (config.databaseUrl) stop('DATABASE_URL is set: this command only forgets the embedded demo database.')
if (fs.existsSync(home)) {
  const server = await startEmbeddedPostgres({ home })
  const isInUse = await hasOtherClients(server.url)
  await server.stop()
  if (isInUse) stop('The program is running: stop it first.')
}
for (const name of ['postgres', 'files', 'pictures', 'secret']) {
  fs.rmSync(path.join(config.dataDir, name), { recursive: true, force: true })
}
console.log('The demo data are gone; the next start builds them anew.')

async function hasOtherClients(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  return Boolean(rowCount)
}

function stop(line: string): never {
  console.error(line)
  process.exit(1)
}
