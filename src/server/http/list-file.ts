/** A list as a file: page after page of it, as it is read. */
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { SheetFormatWire } from '#kernel/wire.ts'
import { sendSheet } from '#server/http/sheet.ts'
import { commonProblem } from '#server/problems.ts'
import type { Row, Sheet } from '#server/sheets/sheet.ts'

/** What is asked for: filters, the sort where there is one, and the format. */
export type Asked = { readonly format: z.output<typeof SheetFormatWire> }

/** What a page of a list is asked with, besides its filters. */
export type Beyond = { readonly limit: number; readonly after: string | undefined }

export type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null }

/** One page as rows; null for whoever has lost the right to it. */
export type ReadPage = (beyond: Beyond) => Promise<Page<Row> | null>

/** @throws ProblemError `not_found` when not even the first page may be read: better than a file that breaks off. */
export async function sendList(
  reply: FastifyReply,
  readPage: ReadPage,
  file: Pick<Sheet, 'title' | 'columns'> & { readonly name: string; readonly format: Asked['format'] },
): Promise<FastifyReply> {
  const batches = batchesOf(readPage)
  const first = await batches.next()
  return sendSheet(reply, { ...file, batches: withFirst(first.value, batches) }, file)
}

const batchSize = 500

/** By keyset, each page in a read of its own: whoever loses the right while it runs gets no further. */
async function* batchesOf(readPage: ReadPage): AsyncGenerator<readonly Row[]> {
  for (let after: string | undefined, isWhole = false; !isWhole; ) {
    const page = await readPage({ limit: batchSize, after })
    if (!page) throw commonProblem('not_found')
    yield page.items
    after = page.next ?? undefined
    isWhole = after === undefined
  }
}

async function* withFirst<T>(first: T | undefined, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first !== undefined) yield first
  yield* rest
}
