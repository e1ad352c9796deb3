/** Blobs in a local folder, by company and id. A blob has a temporary name until it is written whole. */
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, newId } from '#kernel/ids.ts'
import { type Blobs, mustBeId } from '#server/files/blobs.ts'

export class BlobFolder implements Blobs {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  blobPath(companyId: string, id: string): string {
    return join(this.#folderOf(companyId), mustBeId(id))
  }

  async place<T>(companyId: string, id: string, write: (path: string) => Promise<T>): Promise<T> {
    const folder = this.#folderOf(companyId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = join(folder, `${newId()}.part`)
    try {
      const written = await write(temporary)
      await rename(temporary, this.blobPath(companyId, id))
      await syncFolder(folder)
      return written
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Null also for a blob that cannot be opened. */
  async open(companyId: string, id: string): Promise<FileHandle | null> {
    return await open(this.blobPath(companyId, id)).catch(() => null)
  }

  async remove(companyId: string, id: string): Promise<void> {
    await rm(this.blobPath(companyId, id), { force: true })
  }

  async olderThan(companyId: string, instant: Date): Promise<string[]> {
    const folder = this.#folderOf(companyId)
    const old: string[] = []
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(() => null)
      if (!found || found.mtime >= instant) continue
      if (isUuid(name)) old.push(name)
      else await rm(join(folder, name), { force: true })
    }
    return old
  }

  async companies(): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter(isUuid)
  }

  async isEmpty(): Promise<boolean> {
    const found = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return found.every(entry => entry.isDirectory())
  }

  #folderOf(companyId: string): string {
    return join(this.#folder, mustBeId(companyId))
  }
}

export const isDiskFull = (error: unknown): boolean => hasCode(error, ['ENOSPC', 'EDQUOT'])

/** True when the folder cannot be used: it is read-only, not ours, missing, or its disk fails. */
export const isDiskAway = (error: unknown): boolean =>
  hasCode(error, ['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR', 'EEXIST'])

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Syncs the folder's entries to disk: a power cut could otherwise undo a rename after the blob's row was committed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
