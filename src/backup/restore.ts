/** A backup put into an empty database and an empty store of files. Neither is touched unless the backup is whole and both are empty. */
import { constants, copyFile } from 'node:fs/promises'
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
import { connect, createRoles } from '#server/database/logins.ts'
import type { Blobs } from '#server/files/blobs.ts'

type RestoreOptions = {
  /** The empty database, with the role that is to own it. */
  readonly url: string
  /** Place to which the files go; null: none are restored. */
  readonly files: Blobs | null
  /** The backup. */
  readonly from: string
}

export async function restore({ url, files, from }: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(from)
  await checkBackup(from, manifest)
  if (files !== null && !(await files.isEmpty()))
    throw new BackupError('the store of files has files: a backup is restored into an empty one')
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
  // The database last, and in one transaction: what fails leaves both as empty as they were, for another try.
  await withListed(from, files, () => runTool('pg_restore', [...how, `--dbname=${database}`, dump], url))
  return manifest
}

/** Copies what the list names, and nothing else that may lie in the folder; takes it away again when this or `then` fails. */
async function withListed(from: string, files: Blobs | null, then: () => Promise<unknown>): Promise<void> {
  const begun: { readonly companyId: string; readonly id: string }[] = []
  try {
    for (const { name } of files === null ? [] : await readFileList(from)) {
      const [, companyId = '', id = ''] = name.split('/')
      begun.push({ companyId, id })
      await files?.place(companyId, id, target =>
        copyFile(path.join(from, name), target, constants.COPYFILE_EXCL),
      )
    }
    await then()
  } catch (error) {
    for (const { companyId, id } of begun) await files?.remove(companyId, id).catch(() => undefined)
    throw error
  }
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
