// `npm run verify [-- --files]`: the invariants on a live database (DATABASE_URL, or the embedded one), and the bytes of
// two hundred uploaded files taken at random, or with `--files` of all. Row level
// security is forced on owners too: a role that it binds sees no company, and would find nothing wrong anywhere.
import fs from 'node:fs'
import path from 'node:path'
import { readDatabaseConfig } from '#server/config.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { BlobsAway } from '#server/files/blobs.ts'
import { openBlobs } from '#server/files/open-blobs.ts'
import { chainHeads } from '#verify/chain.ts'
import { damagedFiles } from '#verify/files.ts'
import { brokenInvariants, promises } from '#verify/invariants.ts'

const config = readDatabaseConfig(process.env)
if (!config.databaseUrl && config.databaseAppUrl) {
  console.error(
    'verify needs DATABASE_URL: the database with a role that sees every row (docs/operations.md).',
  )
  process.exit(1)
}
const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ home: path.join(config.dataDir, 'postgres') })
const owner = openDb(config.databaseUrl ?? embedded?.url ?? '', { size: 2, isPatient: true })
const seesAll = await seesEverything()
const looked = seesAll ? [await looksWhole(), await filesAreWhole()] : [false]
const isWhole = looked.every(Boolean)
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

async function filesAreWhole(): Promise<boolean> {
  const folder = path.join(config.dataDir, 'files')
  if (!config.bucket && !fs.existsSync(folder)) {
    console.log(`files   not looked at: there is no folder ${folder} (DATA_DIR)`)
    return true
  }
  const which = process.argv.includes('--files') ? 'all' : 'sample'
  const looked = await damagedFiles(owner, openBlobs(config), which).catch(error => {
    if (error instanceof BlobsAway) return error
    throw error
  })
  if (looked instanceof BlobsAway) {
    console.log(`BROKEN  the stored files cannot be looked at: ${looked.message}`)
    return false
  }
  const { files, damaged } = looked
  const promise = `the stored files are those that were uploaded (${files} looked at)`
  console.log(
    damaged.length > 0 ? `BROKEN  ${promise}: ${damaged.slice(0, 20).join(', ')}` : `holds   ${promise}`,
  )
  return damaged.length === 0
}

async function looksWhole(): Promise<boolean> {
  const broken = await brokenInvariants({ owner })
  for (const promise of promises) {
    const rows = broken[promise]
    console.log(rows ? `BROKEN  ${promise}: ${rows.slice(0, 20).join(', ')}` : `holds   ${promise}`)
  }
  // Kept elsewhere, they tell one day whether a whole chain was made anew.
  for (const { company, sequence, hash } of await chainHeads(owner))
    console.log(`chain   ${company}: ${sequence} ${hash}`)
  return Object.keys(broken).length === 0
}
