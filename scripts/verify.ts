// `npm run verify`: the invariants that SQL can say, on a live database (DATABASE_URL, or the embedded one). Row level
// security is forced on owners too: a role that it binds sees no company, and would find nothing wrong anywhere.
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/db.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { sql } from '#server/sql.ts'
import { chainHeads } from '#verify/chain.ts'
import { brokenTruths, promises } from '#verify/invariants.ts'

const config = readConfig(process.env)
const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ home: path.join(config.dataDir, 'postgres') })
const owner = openDb(config.databaseUrl ?? embedded?.url ?? '', { size: 2, isPatient: true })
const seesAll = await seesEverything()
const isWhole = seesAll && (await looksWhole())
if (!seesAll)
  console.error(
    'Nothing was looked at: row level security hides rows from this role. Use a superuser, or a role with BYPASSRLS that may read every table (docs/operations.md).',
  )
await owner.close()
await embedded?.stop()
process.exit(isWhole ? 0 : 1)

async function seesEverything(): Promise<boolean> {
  const [role] = await owner.run<{ all: boolean }>(
    sql`select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user`,
  )
  return role?.all ?? false
}

async function looksWhole(): Promise<boolean> {
  const broken = await brokenTruths({ owner })
  for (const promise of promises) {
    const rows = broken[promise]
    console.log(rows ? `BROKEN  ${promise}: ${rows.slice(0, 20).join(', ')}` : `holds   ${promise}`)
  }
  // Kept elsewhere, they tell one day whether a whole chain was made anew.
  for (const { company, sequence, hash } of await chainHeads(owner))
    console.log(`chain   ${company}: ${sequence} ${hash}`)
  return Object.keys(broken).length === 0
}
