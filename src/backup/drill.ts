/**
 * A drill: the last backup, restored into a database that is thrown away afterwards, holds every invariant, ends its
 * chains where they ended, and has every file as it was uploaded.
 */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { openPatient, refuseBlindRole } from '#backup/backup.ts'
import { BackupError, findLastBackup, type Manifest, parts, readManifest } from '#backup/manifest.ts'
import { restore } from '#backup/restore.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { BlobFolder } from '#server/files/blob-folder.ts'
import { damagedFiles } from '#verify/files.ts'
import { brokenInvariants } from '#verify/invariants.ts'

type DrillOptions = {
  /** Any database of a server on which the role may make one, and sees every row. */
  readonly url: string
  /** Folder of backups. */
  readonly backups: string
}

export type Drill = {
  readonly backup: string
  readonly manifest: Manifest
  readonly faults: readonly string[]
}

export async function drill({ url, backups }: DrillOptions): Promise<Drill> {
  const backup = await findLastBackup(backups)
  const manifest = await readManifest(backup)
  const faults = await withThrowaway(url, async throwaway => {
    await restore({ url: throwaway, files: null, from: backup })
    const db = openDb(throwaway, { size: 2, isPatient: true })
    return await findFaults(db, backup, manifest).finally(() => db.close())
  })
  return { backup, manifest, faults }
}

async function findFaults(db: Db, backup: string, manifest: Manifest): Promise<string[]> {
  const broken = Object.entries(await brokenInvariants({ owner: db, at: new Date(manifest.takenAt) })).map(
    ([promise, ids]) => `${promise}: ${ids.slice(0, 20).join(', ')}`,
  )
  const { damaged } = await damagedFiles(db, new BlobFolder(path.join(backup, parts.files)), 'all')
  const known = new Set(manifest.files.lacking.flatMap(id => [`${id} gone`, `${id} changed`]))
  const files = damaged.filter(one => !known.has(one)).map(one => `file ${one}`)
  return [...broken, ...(await findOtherEnds(db, manifest)), ...files]
}

/** Chains that do not end where they ended when the backup was taken. */
async function findOtherEnds(db: Db, { chains }: Manifest): Promise<string[]> {
  const rows = await db.run<{ company: string; end: string }>(
    sql`select company_id::text as company, sequence || ' ' || hash as end from chain_head`,
  )
  const ends = new Map(rows.map(({ company, end }) => [company, end]))
  const other = chains.filter(({ company, sequence, hash }) => ends.get(company) !== `${sequence} ${hash}`)
  const more = rows.length === chains.length ? [] : [`${rows.length} chains, of ${chains.length}`]
  return [...other.map(({ company }) => `the chain of company ${company} ends elsewhere`), ...more]
}

/** A database of its own on the server, dropped whatever happens. */
async function withThrowaway<T>(url: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `visto_bueno_drill_${randomBytes(6).toString('hex')}`
  const server = await openPatient(url)
  try {
    await refuseBlindRole(server)
    await server.query(`create database ${name} template template0`).catch(error => {
      if (error.code === '42501') throw new BackupError('the role of DRILL_URL may not create a database')
      throw error
    })
    try {
      return await use(Object.assign(new URL(url), { pathname: `/${name}` }).href)
    } finally {
      // Not by force, which the role may not use on a worker of autovacuum: PostgreSQL asks that one to leave by itself.
      await server.query(`drop database if exists ${name}`)
    }
  } finally {
    await server.end()
  }
}
