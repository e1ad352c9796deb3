/**
 * Blobs in a bucket, by company and id, under `files/`. Each passes through a file of the local folder `spool`: an object
 * is sent once it is whole, and read once its digest is known. What is in the bucket needs no such file.
 */
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, newId } from '#kernel/ids.ts'
import { type Blobs, mustBeId } from '#server/files/blobs.ts'
import { Bucket, type BucketSettings } from '#server/files/bucket.ts'

const root = 'files/'

export class BlobBucket implements Blobs {
  readonly #bucket: Bucket
  readonly #spool: string

  constructor(settings: BucketSettings, spool: string) {
    this.#bucket = new Bucket(settings)
    this.#spool = spool
  }

  async place<T>(companyId: string, id: string, write: (path: string) => Promise<T>): Promise<T> {
    const temporary = await this.#newFile()
    try {
      const written = await write(temporary)
      await this.#bucket.put(blobKey(companyId, id), temporary)
      return written
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async open(companyId: string, id: string, size: number): Promise<FileHandle | null> {
    const key = blobKey(companyId, id)
    const temporary = await this.#newFile()
    const file = await open(temporary, 'wx+', 0o600)
    try {
      // Without a name it ends with its handle, whatever becomes of this process.
      await rm(temporary)
      if (await this.#bucket.get(key, file, size)) return file
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
    return null
  }

  async remove(companyId: string, id: string): Promise<void> {
    await this.#bucket.remove(blobKey(companyId, id))
  }

  async olderThan(companyId: string, instant: Date): Promise<string[]> {
    await this.#sweepSpool(instant)
    const folder = `${root}${mustBeId(companyId)}/`
    const old: string[] = []
    for await (const { key, storedAt } of this.#bucket.list(folder)) {
      const id = key.slice(folder.length)
      if (isUuid(id) && storedAt < instant) old.push(id)
    }
    return old
  }

  async companies(): Promise<string[]> {
    const found: string[] = []
    for await (const name of this.#bucket.folders(root)) if (isUuid(name)) found.push(name)
    return found
  }

  async isEmpty(): Promise<boolean> {
    for await (const _ of this.#bucket.list(root)) return false
    return true
  }

  async #newFile(): Promise<string> {
    await mkdir(this.#spool, { recursive: true, mode: 0o700 })
    return join(this.#spool, `${newId()}.part`)
  }

  /** Removes temporary files of processes that ended while they received a file. */
  async #sweepSpool(instant: Date): Promise<void> {
    for (const name of await readdir(this.#spool).catch(() => [])) {
      const path = join(this.#spool, name)
      const found = await stat(path).catch(() => null)
      if (name.endsWith('.part') && found && found.mtime < instant) await rm(path, { force: true })
    }
  }
}

const blobKey = (companyId: string, id: string): string => `${root}${mustBeId(companyId)}/${mustBeId(id)}`
