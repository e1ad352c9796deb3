/** Blobs in a local folder, by company and id. A blob has a temporary name until it is written whole. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, newId } from '#kernel/ids.ts'

/** A store of files that a sweep can clean: of blobs, or of pictures made from them. */
export type Kept = {
  companies(): Promise<string[]>
  /** Ids of a company's items stored before an instant. */
  olderThan(companyId: string, instant: Date): Promise<string[]>
  remove(companyId: string, id: string): Promise<void>
}

export class BlobFolder implements Kept {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  blobPath(companyId: string, id: string): string {
    return join(this.#folderOf(companyId), mustBeId(id))
  }

  /** Writes a blob atomically: it appears whole or not at all. */
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

/** An id checked to be a UUID, so that no other text becomes part of a path. */
function mustBeId(id: string): string {
  if (!isUuid(id)) throw new Error('not an id of a file or company')
  return id
}
