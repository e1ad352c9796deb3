/**
 * A backup put into an empty database and a store of files, which is empty or has outlived the database. Neither is
 * touched unless the backup is whole and both are as they should be.
 */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { openPatient } from '#backup/backup.ts'
import {
  BackupError,
  checkBackup,
  type Manifest,
  parts,
  readFileList,
  readManifest,
} from '#backup/manifest.ts'
import { runTool } from '#backup/tools.ts'
import { connect, createRoles } from '#server/database/logins.ts'
import { BlobFolder } from '#server/files/blob-folder.ts'
import type { Blobs } from '#server/files/blobs.ts'
import { carryFile } from '#server/files/carry-file.ts'

type RestoreOptions = {
  /** The empty database, with the role that is to own it. */
  readonly url: string
  /** Place to which the files go; null: none are restored. */
  readonly files: Blobs | null
  /** The backup. */
  readonly from: string
  /** True for files that outlived the database: those that are whole stay, and the others come from the backup. */
  readonly keepsFiles?: boolean
}

type Restored = {
  readonly manifest: Manifest
  /** Files of the backup that were there, whole. */
  readonly there: number
}

export async function restore({ url, files, from, keepsFiles = false }: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(from)
  await checkBackup(from, manifest)
  if (files !== null && !keepsFiles && !(await files.isEmpty()))
    throw new BackupError(
      'the store of files has files: a backup is restored into an empty one, or with --keep-files beside what is whole there',
    )
  const client = new pg.Client({ connectionString: url })
  await connect(client, 'DATABASE_URL')
  try {
    await refuseUsed(client)
    // A dump brings no roles along, and the rights that it gives them would be lost.
    await createRoles(client)
  } finally {
    await client.end()
  }
  const dump = path.resolve(from, parts.dump)
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  const how = ['--no-owner', '--exit-on-error', '--single-transaction']
  const way = files && { from, to: files }
  try {
    const there = way ? await carryListed(way) : 0
    // The database last, and in one transaction: what fails leaves both as empty as they were, for another try.
    await runTool('pg_restore', [...how, `--dbname=${database}`, dump], url)
    // Rows that are there stay when this fails: PostgreSQL looks at them later, by itself.
    await analyze(url).catch(() => undefined)
    return { manifest, there }
  } catch (error) {
    // Of files that were there none is taken away, nor of those that now stand beside them: the next try finds them.
    if (way && !keepsFiles) await emptyAgain(way)
    throw error
  }
}

/** A dump brings no statistics along: without them the first statements of a large database are planned as if it were empty. */
async function analyze(url: string): Promise<void> {
  const client = await openPatient(url)
  await client.query('analyze').finally(() => client.end())
}

type Way = { readonly from: string; readonly to: Blobs }

/**
 * Carries over what the list names and the store has not, and nothing else that may lie in the folder. The number of files
 * that were there already, whole.
 */
async function carryListed({ from, to }: Way): Promise<number> {
  const kept = new BlobFolder(path.join(from, parts.files))
  let there = 0
  for (const { companyId, id, name, sha256 } of await listed(from)) {
    const { size } = await stat(path.join(from, name))
    const outcome = await carryFile(companyId, { id, size, sha256 }, { from: kept, to })
    if (outcome === 'lost') throw new BackupError(`${name} of ${from} is not what was written`)
    if (outcome === 'there') there += 1
  }
  return there
}

async function emptyAgain({ from, to }: Way): Promise<void> {
  for (const { companyId, id } of await listed(from)) await to.remove(companyId, id).catch(() => undefined)
}

const listed = async (from: string) =>
  (await readFileList(from)).map(file => {
    const [, companyId = '', id = ''] = file.name.split('/')
    return { ...file, companyId, id }
  })

/** Refuses a database in which there is anything: what is there must not be mixed with what was. */
async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     order by 1 limit 1`,
  )
  const [found] = rows
  if (found)
    throw new BackupError(
      `the database is not empty (it has ${found.name}): a backup is restored into an empty one`,
    )
}
