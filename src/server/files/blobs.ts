/** Store of the bytes of files: a folder (`blob-folder.ts`) or a bucket of an S3 store (`blob-bucket.ts`). */
import type { FileHandle } from 'node:fs/promises'
import { isUuid } from '#kernel/ids.ts'

/** A store of files that a sweep can clean: of blobs, or of pictures made from them. */
export type Kept = {
  companies(): Promise<string[]>
  /** Ids of a company's items stored before an instant. */
  olderThan(companyId: string, instant: Date): Promise<string[]>
  remove(companyId: string, id: string): Promise<void>
}

export type Blobs = Kept & {
  /** Stores what `write` writes at the path it is given: the blob appears whole, or not at all. */
  place<T>(companyId: string, id: string, write: (path: string) => Promise<T>): Promise<T>
  /** The blob, of `size` bytes, opened to be read from its start; null when it is not there. The caller closes it. */
  open(companyId: string, id: string, size: number): Promise<FileHandle | null>
  /** True when nothing is kept at all. */
  isEmpty(): Promise<boolean>
}

/** The store does not answer, or answers an error. Its message holds neither keys nor what was sent. */
export class BlobsAway extends Error {
  override name = 'BlobsAway'
  readonly failure: string

  /** @param failure What was asked, and how it failed: `put: 403 InvalidAccessKeyId`. */
  constructor(failure: string) {
    super(`the store of files fails (${failure})`)
    this.failure = failure
  }
}

/** An id checked to be a UUID, so that no other text becomes part of a path or a key. */
export function mustBeId(id: string): string {
  if (!isUuid(id)) throw new Error('not an id of a file or company')
  return id
}
