/**
 * A backup of the running program: one snapshot of the database, then the files that it names. What is written
 * meanwhile belongs to the next backup.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { type FileHandle, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import {
  BackupError,
  digestFile,
  type Manifest,
  makeBackupFolder,
  parts,
  writeManifest,
} from '#backup/manifest.ts'
import { runTool } from '#backup/tools.ts'
import { BlobFolder, isDiskFull } from '#server/files/blob-folder.ts'
import type { Blobs } from '#server/files/blobs.ts'
import { release } from '#server/release.ts'

type BackupOptions = {
  /** The database with a role that sees every row, and need write none. */
  readonly url: string
  /** Place of the files. */
  readonly files: Blobs
  /** Folder of backups; this one becomes a folder in it. */
  readonly into: string
  readonly now: Date
}

type Taken = {
  readonly folder: string
  readonly manifest: Manifest
  /** Ids of files that the database still names and their store has not, or has otherwise. */
  readonly lost: readonly string[]
}

export type FileRow = {
  readonly company_id: string
  readonly id: string
  readonly size: number
  readonly sha256: string
}

const secrets = [
  'APP_SECRET or APP_SECRETS of the program',
  'the passwords of DATABASE_URL, DATABASE_APP_URL and DATABASE_PLATFORM_URL',
  'SMTP_URL',
  'PUSH_KEY or PUSH_KEYS, where devices are told',
  'S3_ACCESS_KEY and S3_SECRET_KEY, where files are in a bucket',
]

export async function backUp({ url, files, into, now }: BackupOptions): Promise<Taken> {
  const client = await openPatient(url)
  try {
    await refuseBlindRole(client)
    const folder = await makeBackupFolder(into, now).catch(error => failFull(error, into))
    const manifest = await fill(client, { url, files, folder, now }).catch(async error => {
      // A half backup is none, and would take the room of the next.
      await rm(folder, { recursive: true, force: true })
      return failFull(error, into)
    })
    return { folder, manifest, lost: await stillNamed(client, manifest.files.lacking) }
  } finally {
    await client.end()
  }
}

type Filling = Pick<BackupOptions, 'url' | 'files' | 'now'> & { readonly folder: string }

async function fill(client: pg.Client, { url, files, folder, now }: Filling): Promise<Manifest> {
  await client.query('begin isolation level repeatable read, read only')
  const { snapshot, migration, chains, rows } = await readSnapshot(client)
  const dumpFile = path.join(folder, parts.dump)
  await runTool('pg_dump', ['--format=custom', `--file=${dumpFile}`, `--snapshot=${snapshot}`], url)
  await client.query('commit')
  fs.chmodSync(dumpFile, 0o600)
  const copied = await copyFiles(rows, { from: files, to: folder })
  const dump = { bytes: (await stat(dumpFile)).size, sha256: await mustDigest(dumpFile) }
  const listSha256 = await mustDigest(path.join(folder, parts.list))
  const manifest: Manifest = {
    format: 1,
    release,
    takenAt: now.toISOString(),
    endedAt: new Date().toISOString(),
    migration,
    dump,
    files: { ...copied, listSha256 },
    chains,
    secrets,
  }
  await writeManifest(folder, manifest)
  return manifest
}

/** @throws BackupError for a disk without room, and any other error as it is. */
function failFull(error: unknown, into: string): never {
  throw isDiskFull(error) ? new BackupError(`the disk of ${into} is full: no backup was made`) : error
}

/** Row level security is forced on owners too: with their eyes a dump would have no company's rows. */
export async function refuseBlindRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ all: boolean }>(
    'select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.all)
    throw new BackupError(
      'the role sees no company’s rows: a superuser makes one with BYPASSRLS (docs/operations.md, Backup and restore)',
    )
}

/** A connection that waits for other programs as long as they take, whatever the server says of idle ones. */
export async function openPatient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The statement that is under way, or comes next, fails with it.
  client.on('error', () => {})
  await client.connect()
  await client.query('set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0')
  return client
}

/** Those that are no file that was swept while the others were copied. */
async function stillNamed(client: pg.Client, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<{ id: string }>('select id from file where id = any ($1)', [ids])
  return rows.map(({ id }) => id)
}

async function readSnapshot(client: pg.Client) {
  const one = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const [exported] = await one<{ id: string }>('select pg_export_snapshot() as id')
  const [last] = await one<{ name: string }>(
    'select name from schema_migration order by version desc limit 1',
  )
  const chains = await one<{ company: string; sequence: number; hash: string }>(
    'select company_id::text as company, sequence::float8 as sequence, hash from chain_head order by 1',
  )
  const rows = await one<FileRow>(
    'select company_id, id, size::float8 as size, sha256 from file order by company_id, id',
  )
  if (!exported || !last) throw new BackupError('the database has no migrations: it is none of this program')
  return { snapshot: exported.id, migration: last.name, chains, rows }
}

/** Copies each file while its digest is taken, and lists it; what lacks or differs is named. */
export async function copyFiles(rows: readonly FileRow[], { from, to }: { from: Blobs; to: string }) {
  const target = new BlobFolder(path.join(to, parts.files))
  const lacking: string[] = []
  const lines: string[] = []
  let bytes = 0
  await mkdir(path.join(to, parts.files), { mode: 0o700 })
  for (const { company_id, id, size, sha256 } of rows) {
    const copy = target.blobPath(company_id, id)
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 })
    const copied = await copyDigested(await from.open(company_id, id, size), copy)
    if (copied?.sha256 !== sha256) lacking.push(id)
    if (copied) lines.push(`${copied.sha256}  ${path.relative(to, copy)}\n`)
    bytes += copied?.bytes ?? 0
  }
  await writeFile(path.join(to, parts.list), lines.join(''), { mode: 0o600, flush: true })
  return { count: lines.length, bytes, lacking }
}

/** Null for a file that is not there. */
async function copyDigested(
  source: FileHandle | null,
  to: string,
): Promise<{ sha256: string; bytes: number } | null> {
  if (source === null) return null
  const hash = createHash('sha256')
  let bytes = 0
  const digesting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(
    source.createReadStream({ start: 0 }),
    digesting,
    fs.createWriteStream(to, { mode: 0o600, flush: true }),
  )
  return { sha256: hash.digest('hex'), bytes }
}

async function mustDigest(file: string): Promise<string> {
  const digest = await digestFile(file)
  if (digest === null) throw new BackupError(`${file} was written and cannot be read`)
  return digest
}
