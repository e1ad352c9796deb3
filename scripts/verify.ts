// `npm run verify`: the invariants that SQL can say, on a live database (DATABASE_URL, or the embedded one). The
// owner must see every company, so its role needs BYPASSRLS or superuser.
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/db.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { sql } from '#server/sql.ts'
import { chainHeads } from '#tests/support/chain.ts'
import { brokenTruths, promises } from '#tests/support/truths.ts'

const config = readConfig(process.env)
const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ home: path.join(config.dataDir, 'postgres') })
const owner = openDb(config.databaseUrl ?? embedded?.url ?? '', { size: 2, isPatient: true })

const [role] = await owner.run<{ all: boolean }>(
  sql`select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user`,
)
const broken = await brokenTruths({ owner })
for (const promise of promises) {
  const rows = broken[promise]
  console.log(rows ? `BROKEN  ${promise}: ${rows.slice(0, 20).join(', ')}` : `holds   ${promise}`)
}
// Kept elsewhere, they tell one day whether a whole chain was made anew.
for (const { company, sequence, hash } of await chainHeads(owner))
  console.log(`chain   ${company}: ${sequence} ${hash}`)
if (!role?.all) console.log('This role does not see every company: nothing is proved. Use a superuser.')
await owner.close()
await embedded?.stop()
process.exit(Object.keys(broken).length > 0 || !role?.all ? 1 : 0)
