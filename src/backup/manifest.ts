/**
 * A backup is a folder: `database.dump` (of pg_dump), `files/`, `files.sha256` (as `sha256sum -c` reads it) and
 * `manifest.json`, which is written last: a folder without it is no backup.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const Digest = z.string().regex(/^[0-9a-f]{64}$/)

const Manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  /** Instants of the snapshot of the database, and of the end. */
  takenAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Name of the last migration that the database had. */
  migration: z.string(),
  dump: z.object({ bytes: z.int(), sha256: Digest }),
  /** `lacking`: ids of files that the database names, and that the folder had not, or had otherwise. */
  files: z.object({ count: z.int(), bytes: z.int(), listSha256: Digest, lacking: z.array(z.string()) }),
  /** End of the chain of each company's journal. */
  chains: z.array(z.object({ company: z.string(), sequence: z.int(), hash: z.string() })),
  /** Secrets that a restore needs and the backup has not. */
  secrets: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const parts = {
  dump: 'database.dump',
  files: 'files',
  list: 'files.sha256',
  manifest: 'manifest.json',
} as const

/** A line for the operator: why a backup cannot be taken, or not be used. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = path.join(folder, `${parts.manifest}.part`)
  await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, path.join(folder, parts.manifest))
}

/** @throws BackupError for a folder that is no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, parts.manifest), 'utf8').catch(() => null)
  if (text === null)
    throw new BackupError(
      `${folder} is no backup, or one that was never finished: it has no ${parts.manifest}`,
    )
  const parsed = Manifest.safeParse(parseJson(text))
  if (!parsed.success) throw new BackupError(`${parts.manifest} of ${folder} cannot be read`)
  return parsed.data
}

/** Compares a backup with its own digests. @throws BackupError that names the first part that differs. */
export async function checkBackup(folder: string, manifest: Manifest): Promise<void> {
  const { dump, files } = manifest
  if ((await digestFile(path.join(folder, parts.dump))) !== dump.sha256)
    throw new BackupError(`${parts.dump} of ${folder} is not what was written`)
  if ((await digestFile(path.join(folder, parts.list))) !== files.listSha256)
    throw new BackupError(`${parts.list} of ${folder} is not what was written`)
  for (const { sha256, name } of await readFileList(folder))
    if ((await digestFile(path.join(folder, name))) !== sha256)
      throw new BackupError(`${name} of ${folder} is not what was written`)
}

const ListedFile = z.object({
  sha256: Digest,
  name: z.string().regex(/^files\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/),
})

/** The files of a backup, with names below its folder. @throws BackupError for a list that names anything else. */
export async function readFileList(folder: string): Promise<z.infer<typeof ListedFile>[]> {
  const lines = (await readFile(path.join(folder, parts.list), 'utf8')).split('\n').filter(Boolean)
  return lines.map(line => {
    const [sha256, name] = line.split('  ')
    const parsed = ListedFile.safeParse({ sha256, name })
    if (!parsed.success) throw new BackupError(`${parts.list} of ${folder} names what is no file of a backup`)
    return parsed.data
  })
}

/** The newest whole backup in a folder of backups. Their names are instants, and sort as such. */
export async function findLastBackup(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.toSorted().toReversed()) {
    const found = path.join(folder, name)
    if (fs.existsSync(path.join(found, parts.manifest))) return found
  }
  throw new BackupError(`there is no whole backup in ${folder}`)
}

/** Makes the folder of a backup that begins now. */
export async function makeBackupFolder(folder: string, now: Date): Promise<string> {
  const name = now.toISOString().replaceAll(':', '').replace('.', '')
  const made = path.join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await mkdir(made, { mode: 0o700 })
  return made
}

/** SHA-256 of a file, in hexadecimal digits; null for one that cannot be read. */
export async function digestFile(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(fs.createReadStream(file), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
