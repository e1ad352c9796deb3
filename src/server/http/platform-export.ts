/** Exports of the platform's lists: every company that appears in an exported list finds the export in its journal. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dayFromInstant } from '#kernel/day.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Fact, Snapshot } from '#kernel/fact.ts'
import type { ExportedWire } from '#kernel/wire.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import {
  linkClaims,
  linkSeconds,
  PlatformLinkWire,
  type Purpose,
  platformLinkFor,
  signLink,
} from '#server/auth/signed-link.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { livePerson, type Self } from '#server/database/person.ts'
import { acrossCompanies } from '#server/database/tenant.ts'
import { exportFileName, exportSnapshot, sendExport } from '#server/http/export-download.ts'
import type { ExportRequest, Page, PageRequest } from '#server/http/list-file.ts'
import { platform, type Route, type Words } from '#server/http/route.ts'
import type { RunningExports } from '#server/http/running-exports.ts'
import type { ListSheet } from '#server/sheets/list-sheet.ts'

/** Number of rows of a list, in total and about each company. */
type RowCounts = {
  readonly rows: number
  readonly companies: readonly { readonly companyId: string; readonly rows: number }[]
}

export type PlatformExport<List extends ExportRequest, Item> = {
  readonly endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType<List>, typeof ExportedWire>
  readonly words: Words
  /** Path of the links (`/exports/platform/companies`), and the purpose under which they are signed. */
  readonly path: string
  readonly purpose: Purpose
  /** Title of the list in the file and in the journal. */
  readonly title: string
  /** The fact that is recorded in the journal of each company of the list. */
  readonly fact: (companyId: string, after: Snapshot) => Fact
  readonly rowCounts: (platformDb: Db, list: List, now: Date) => Promise<RowCounts>
  readonly page: (platformDb: Db, query: List & PageRequest, now: Date) => Promise<Page<Item>>
  /** Its dates are of the zone of the company that a row is about, else in UTC. */
  readonly sheet: ListSheet<Item>
}

type Dependencies = {
  readonly db: Db
  readonly platformDb: Db
  readonly secret: Secret
  readonly running: RunningExports
}

/** The export of a platform list, as the app mounts it. */
export type MountedPlatformExport = {
  /** Path and title of what it serves. */
  readonly path: string
  readonly title: string
  readonly route: (dependencies: Omit<Dependencies, 'running'>) => Route
  readonly mount: (app: FastifyInstance, dependencies: Dependencies) => void
}

export function platformExport<List extends ExportRequest, Item>(
  list: PlatformExport<List, Item>,
): MountedPlatformExport {
  const { endpoint, words, path, purpose, title } = list
  return {
    path,
    title,
    route: ({ db, platformDb, secret }) =>
      platform(endpoint, words, async (self, { body }) => {
        const now = clock.now()
        const { rows, companies } = await list.rowCounts(platformDb, body, now)
        await recordExport(db, self, { ...list, request: body, companies })
        const token = signLink(secret, purpose, { ...platformLinkFor(self, now), list: body })
        const name = exportFileName(title, dayFromInstant(now, 'UTC'), body)
        return { url: `${path}/${token}/${encodeURIComponent(name)}`, rows, expiresInSeconds: linkSeconds }
      }),
    mount: (app, dependencies) => {
      app.get(`${path}/:token/:name`, { exposeHeadRoute: false }, (request, reply) =>
        download(request, reply, list, dependencies),
      )
    },
  }
}

type Recorded = Pick<RowCounts, 'companies'> &
  Pick<PlatformExport<ExportRequest, unknown>, 'title' | 'fact'> & { readonly request: ExportRequest }

/** Records the export in the journals of all its companies, or of none: without the facts no link is answered. */
async function recordExport(
  db: Db,
  self: Self,
  { title: exported, fact, request, companies }: Recorded,
): Promise<void> {
  await acrossCompanies(db, self.requestId, async ({ visit }) => {
    for (const { companyId, rows } of companies)
      await visit(companyId, tx =>
        record(tx, self, fact(companyId, { exported, ...exportSnapshot(request), rows })),
      )
  })
}

function download<List extends ExportRequest, Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, sheet, ...list }: PlatformExport<List, Item>,
  { db, platformDb, secret, running }: Dependencies,
): Promise<FastifyReply> {
  const { purpose, title } = list
  const { columns } = sheet
  const shape = PlatformLinkWire.extend({ list: list.endpoint.body })
  return sendExport(
    request,
    reply,
    { secret, purpose, shape, running, title, columns },
    link => async pageRequest => {
      await livePerson(db, linkClaims(link), request.id, true)
      const { items, next } = await page(platformDb, { ...link.list, ...pageRequest }, clock.now())
      return { items: items.map(item => sheet.row(item, 'UTC')), next }
    },
  )
}
