/** The journal as a file: asked for and written down by an endpoint, served as a stream by its link. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exportEvents as command } from '#features/audit/commands/export.ts'
import { auditWords } from '#features/audit/text.ts'
import { eventPage } from '#features/audit/views/events.ts'
import { eventSheetColumns, eventSheetRow } from '#features/audit/views/sheet.ts'
import { exportEvents } from '#features/audit/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import { type Route, write } from '#server/http/route.ts'
import { sendSheet } from '#server/http/sheet.ts'
import { commonProblem } from '#server/problems.ts'
import type { Row } from '#server/sheets/sheet.ts'
import { claimsOf, LinkWire, linkFor, linkSeconds, readLink, signLink } from '#server/signed-link.ts'
import { withTenant } from '#server/tenant.ts'

const JournalLink = LinkWire.extend({ list: exportEvents.body })

type Asked = { readonly link: ReturnType<typeof JournalLink.parse>; readonly requestId: string }
type Given = { readonly db: Db; readonly secret: string }

export const journalExportRoutes = (secret: string): readonly Route[] => [
  write(exportEvents, auditWords, async (tx, actor, { body }) => {
    const made = await command(tx, actor, body)
    if (isRefusal(made)) return made
    const token = signLink(secret, 'journal', { ...linkFor(actor, tx.now), list: body })
    const url = `/exports/journal/${token}/${encodeURIComponent(made.name)}`
    return { url, rows: made.rows, expiresInSeconds: linkSeconds }
  }),
]

export function mountJournalExports(app: FastifyInstance, given: Given): void {
  app.get('/exports/journal/:token/:name', { exposeHeadRoute: false }, (request, reply) =>
    download(request, reply, given),
  )
}

async function download(request: FastifyRequest, reply: FastifyReply, { db, secret }: Given) {
  const { token = '', name = '' } = Object(request.params)
  const link = readLink(secret, 'journal', JournalLink, { token: String(token), now: clock.now() })
  if (!link) throw commonProblem('not_found')
  const batches = batchesOf(db, { link, requestId: request.id })
  // Whose session or right has ended is answered as such, not by a file that breaks off.
  const first = await batches.next()
  const sheet = { title: 'Auditoría', columns: eventSheetColumns, batches: withFirst(first.value, batches) }
  return sendSheet(reply, sheet, { name: String(name), format: link.list.format })
}

const batchSize = 500

/** By keyset, each page in a read of its own: whoever loses the right while it runs gets no further. */
async function* batchesOf(db: Db, { link, requestId }: Asked): AsyncGenerator<readonly Row[]> {
  const claims = claimsOf(link)
  const { format: _, ...list } = link.list
  for (let after: string | undefined, isWhole = false; !isWhole; ) {
    const query = { ...list, limit: batchSize, after }
    const page = await withTenant(db, { claims, requestId, mode: 'read' }, async (tx, actor) => {
      const found = await eventPage(tx, actor, query)
      return found && { rows: found.items.map(event => eventSheetRow(event, actor.zone)), next: found.next }
    })
    if (!page) throw commonProblem('not_found')
    yield page.rows
    after = page.next ?? undefined
    isWhole = page.next === null
  }
}

async function* withFirst<T>(first: T | undefined, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first !== undefined) yield first
  yield* rest
}
