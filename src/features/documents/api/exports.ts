/** Lists that leave as files: asked for and written down by an endpoint, served as a stream by its link. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exportDocuments as command } from '#features/documents/commands.ts'
import { documentWords } from '#features/documents/text.ts'
import { documentPage } from '#features/documents/views/list.ts'
import { documentSheetColumns, documentSheetRow } from '#features/documents/views/sheet.ts'
import { exportDocuments } from '#features/documents/wire.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import { type Route, write } from '#server/http/route.ts'
import { sendSheet } from '#server/http/sheet.ts'
import { commonProblem } from '#server/problems.ts'
import type { Row } from '#server/sheets/sheet.ts'
import { claimsOf, LinkWire, linkFor, linkSeconds, readLink, signLink } from '#server/signed-link.ts'
import { withTenant } from '#server/tenant.ts'

const ExportLink = LinkWire.extend({ list: exportDocuments.body })

type Asked = { readonly link: ReturnType<typeof ExportLink.parse>; readonly requestId: string }
type ExportOptions = { readonly db: Db; readonly secret: string }

export function exportRoutes(secret: string): readonly Route[] {
  return [
    write(exportDocuments, documentWords, async (tx, actor, { body }) => {
      const { rows, name } = await command(tx, actor, body)
      const token = signLink(secret, 'export', { ...linkFor(actor, tx.now), list: body })
      return {
        url: `/exports/${token}/${encodeURIComponent(name)}`,
        rows,
        expiresInSeconds: linkSeconds,
      }
    }),
  ]
}

export function mountExports(app: FastifyInstance, options: ExportOptions): void {
  app.get('/exports/:token/:name', { exposeHeadRoute: false }, (request, reply) =>
    download(request, reply, options),
  )
}

async function download(request: FastifyRequest, reply: FastifyReply, { db, secret }: ExportOptions) {
  const { token = '', name = '' } = Object(request.params)
  const link = readLink(secret, 'export', ExportLink, { token: String(token), now: clock.now() })
  if (!link) throw commonProblem('not_found')
  const batches = batchesOf(db, { link, requestId: request.id })
  // A session that has ended is answered as such, not by a file that breaks off.
  const first = await batches.next()
  const columns = documentSheetColumns
  const sheet = { title: 'Pedidos', columns, batches: withFirst(first.value, batches) }
  return sendSheet(reply, sheet, { name: String(name), format: link.list.format })
}

const batchSize = 500

/** By keyset, each page in a read of its own: whoever loses the right while it runs gets no further. */
async function* batchesOf(db: Db, { link, requestId }: Asked): AsyncGenerator<readonly Row[]> {
  const claims = claimsOf(link)
  const { format: _, ...list } = link.list
  for (let after: string | null | undefined; after !== null; ) {
    const query = { ...list, limit: batchSize, after }
    const page = await withTenant(db, { claims, requestId, mode: 'read' }, async (tx, actor) => {
      const { items, next } = await documentPage(tx, actor, query)
      return { rows: items.map(order => documentSheetRow(order, actor.zone)), next }
    })
    yield page.rows
    after = page.next
  }
}

async function* withFirst<T>(first: T | undefined, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first !== undefined) yield first
  yield* rest
}
