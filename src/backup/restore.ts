/** A backup put into an empty database and an empty folder. Neither is touched unless the backup is whole and both are empty. */
import { constants, copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import {
  BackupError,
  checkBackup,
  type Manifest,
  parts,
  readFileList,
  readManifest,
} from '#backup/manifest.ts'
import { runTool } from '#backup/tools.ts'
import { createRoles } from '#server/database/logins.ts'

type RestoreOptions = {
  /** The empty database, with the role that is to own it. */
  readonly url: string
  /** The data folder of the program; null: no files are restored. */
  readonly dataDir: string | null
  /** The backup. */
  readonly from: string
}

export async function restore({ url, dataDir, from }: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(from)
  await checkBackup(from, manifest)
  const files = dataDir === null ? null : path.join(dataDir, 'files')
  if (files !== null) await refuseFilled(files)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
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
  await runTool('pg_restore', [...how, `--dbname=${database}`, dump], url)
  if (files !== null) {
    await copyListed(from, path.dirname(files))
  }
  return manifest
}

/** Copies what the list names, and nothing else that may lie in the folder. */
async function copyListed(from: string, dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, parts.files), { recursive: true, mode: 0o700 })
  for (const { name } of await readFileList(from)) {
    const target = path.join(dataDir, name)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(path.join(from, name), target, constants.COPYFILE_EXCL)
  }
}

async function refuseFilled(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length > 0)
    throw new BackupError(`${folder} has files: a backup is restored into an empty data folder`)
}

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
