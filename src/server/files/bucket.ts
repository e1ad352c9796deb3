/**
 * A bucket of an S3 store: objects put, got, listed and removed, each signed (version 4). A request that makes no
 * progress for `stallMs` is given up, so that a store that is slow answers as one that is away, within five seconds.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, stat } from 'node:fs/promises'
import { S3mini } from 's3mini'
import { BlobsAway } from '#server/files/blobs.ts'

export type BucketSettings = {
  /** `https://s3.example.com/bucket`, or with the bucket in the name of the host. */
  readonly address: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

export type StoredObject = { readonly key: string; readonly storedAt: Date }

const stallMs = 3500
/** A body that is a stream is sent while it is read. */
const streaming = { duplex: 'half' }
/** A failure that came sooner is asked about once more: a connection was closed, or the store was busy. */
const soonMs = 1000

export class Bucket {
  readonly #settings: BucketSettings

  constructor(settings: BucketSettings) {
    this.#settings = settings
  }

  /** Stores a local file in one request: the object is there whole, or not at all. */
  async put(key: string, path: string): Promise<void> {
    const { size } = await stat(path)
    await this.#ask('put', async (client, progress) => {
      const body = streamFrom(watched(createReadStream(path), progress))
      const answer = await client.putObject(key, body, undefined, undefined, undefined, size)
      await answer.body?.cancel()
    })
  }

  /** Writes an object into a file, at most one byte more than `size`; false when there is none. */
  get(key: string, into: FileHandle, size: number): Promise<boolean> {
    return this.#ask('get', async (client, progress) => {
      const answer = await client.getObjectResponse(key)
      if (!answer?.body) return false
      let at = 0
      for await (const chunk of watched(answer.body, progress)) {
        const part = chunk.subarray(0, size + 1 - at)
        await into.write(part, 0, part.length, at)
        at += part.length
        if (at > size) break
      }
      return true
    })
  }

  async remove(key: string): Promise<void> {
    await this.#ask('delete', client => client.deleteObject(key))
  }

  /** The objects whose key begins with `prefix`, a page at a time. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for await (const { Key, LastModified } of this.#pages(prefix, {}))
      yield { key: Key, storedAt: LastModified }
  }

  /** Folders: the names between `prefix` and the next slash, in the keys that go on after it. */
  async *folders(prefix: string): AsyncGenerator<string> {
    for await (const { Key } of this.#pages(prefix, { delimiter: '/' }))
      if (Key.endsWith('/')) yield Key.slice(prefix.length, -1)
  }

  async *#pages(prefix: string, query: Record<string, string>) {
    let token: string | undefined
    do {
      const page = await this.#ask('list', async client => {
        const listed = await client.listObjectsPaged('/', prefix, 1000, token, query)
        if (!listed) throw new BlobsAway('no such bucket')
        return listed
      })
      yield* page.objects ?? []
      token = page.nextContinuationToken
    } while (token)
  }

  async #ask<T>(what: string, ask: (client: S3mini, progress: Progress) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    for (let tries = 1; ; tries += 1) {
      const progress = new Progress(stallMs)
      try {
        return await ask(this.#client(progress.signal), progress)
      } catch (error) {
        if (isOfDisk(error)) throw error
        const isSoon = performance.now() - startedAt < soonMs
        if (tries === 1 && isSoon && mayPass(error)) continue
        throw new BlobsAway(`${what}: ${progress.signal.aborted ? 'no answer in time' : codeFrom(error)}`)
      } finally {
        progress.end()
      }
    }
  }

  #client(signal: AbortSignal): S3mini {
    const { address, region, accessKey, secretKey } = this.#settings
    return new S3mini({
      endpoint: address,
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      fetch: (input, init) => fetch(input, { ...init, ...streaming, signal, redirect: 'error' }),
    })
  }
}

/** Aborts what has made no progress for some time. */
class Progress {
  readonly #abort = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(limitMs: number) {
    this.#timer = setTimeout(() => this.#abort.abort(), limitMs)
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  made(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

async function* watched(bytes: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    progress.made()
    yield chunk
  }
}

const streamFrom = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async controller => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await chunks.return(undefined)
    },
  })

/** A failure of the local disk, which is none of the store. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error

const statusFrom = (error: unknown): number | null => {
  const { status }: { status?: unknown } = Object(error)
  return typeof status === 'number' ? status : null
}

/** True for a failure that another request may not meet: of the connection, or of the store itself. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof BlobsAway) && (statusFrom(error) ?? 500) >= 500

/** The code of a failure, without the text of the store, which may repeat the access key. */
function codeFrom(error: unknown): string {
  if (error instanceof BlobsAway) return error.failure
  const { code, cause }: { code?: unknown; cause?: unknown } = Object(error)
  const { code: inner }: { code?: unknown } = Object(cause)
  return [statusFrom(error), code ?? inner ?? 'failed'].filter(part => part !== null).join(' ')
}
