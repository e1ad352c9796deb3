/** A list as a file, streamed page by page. */
import { finished } from 'node:stream'
import { setTimeout as pause, setImmediate as takeArrived } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SheetFormatWire } from '#kernel/wire.ts'
import { isDatabaseAway } from '#server/database/away.ts'
import { type FileShape, sendSheet } from '#server/http/sheet.ts'
import { commonProblem } from '#server/problems.ts'
import type { Row, Sheet } from '#server/sheets/sheet.ts'

/** The request of an export: its format, and in each list's own type its filters and sort. */
export type ExportRequest = { readonly format: z.output<typeof SheetFormatWire> }

/** Size and cursor of a page. */
export type PageRequest = { readonly limit: number; readonly after: string | undefined }

export type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null }

/** True when the browser asks for the file in frames, because it shows how far the file is. */
export const wantsFrames = ({ query }: FastifyRequest): boolean => Object(query).frames === '1'

/** Reads one page as rows; null when the reader may no longer see the list. */
export type ReadPage = (request: PageRequest) => Promise<Page<Row> | null>

/**
 * Streams the file. Once its reader leaves, nothing more is read.
 * @throws ProblemError `not_found` when the first page may not be read, instead of a broken file.
 */
export async function sendList(
  reply: FastifyReply,
  readPage: ReadPage,
  file: Pick<Sheet, 'title' | 'columns'> & FileShape,
): Promise<FastifyReply> {
  const leaving = new AbortController()
  finished(reply.raw, () => leaving.abort())
  const batches = readBatches(retryingWhileAway(readPage, leaving.signal))
  const first = await batches.next()
  return sendSheet(reply, { ...file, batches: withFirst(first.value, batches) }, file)
}

/** Pauses before a page is asked again, in milliseconds: a database that restarts is back within some seconds. */
const pausesMs = [100, 400, 1_500, 3_000]

/** Asks a page again, from the same key, while the database is away: the file then goes on where it stood. */
function retryingWhileAway(readPage: ReadPage, leaving: AbortSignal): ReadPage {
  return async request => {
    for (const ms of pausesMs) {
      leaving.throwIfAborted()
      try {
        return await readPage(request)
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        await pause(ms, undefined, { signal: leaving })
      }
    }
    return readPage(request)
  }
}

/** Rows of one page. */
const pageSize = 1000

/** Rows that are written at once. */
const batchSize = 250

/**
 * The pages by keyset, each in a transaction of its own: a reader who loses the right meanwhile gets no further page.
 * While one page is written, the next is read: between batches the program takes what has arrived of it, because the
 * database waits when nobody does.
 */
async function* readBatches(readPage: ReadPage): AsyncGenerator<readonly Row[]> {
  const read = (after?: string) => {
    const page = readPage({ limit: pageSize, after })
    // A failure is thrown where the page is awaited, which may be never: somebody leaves.
    page.catch(() => {})
    return page
  }
  for (let reading: ReturnType<typeof read> | null = read(); reading; ) {
    const page: Page<Row> | null = await reading
    if (!page) throw commonProblem('not_found')
    reading = page.next === null ? null : read(page.next)
    for (let from = 0; from < page.items.length; from += batchSize) {
      await takeArrived()
      yield page.items.slice(from, from + batchSize)
    }
  }
}

/** The first batch, read already, and those that follow. */
async function* withFirst<T>(first: T | undefined, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first !== undefined) yield first
  yield* rest
}
