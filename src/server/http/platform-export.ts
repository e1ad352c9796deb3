/** The platform's lists that leave as files: every company of which one tells reads in its journal that it left. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dayOf, formatDay } from '#kernel/day.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { ExportedWire } from '#kernel/wire.ts'
import {
  claimsOf,
  linkSeconds,
  PlatformLinkWire,
  type Purpose,
  platformLinkFor,
  readLink,
  signLink,
} from '#server/auth/signed-link.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { livePerson, type Self } from '#server/database/person.ts'
import { acrossCompanies } from '#server/database/tenant.ts'
import { type Asked, type Beyond, type Page, type ReadPage, sendList } from '#server/http/list-file.ts'
import { platform, type Route, type Words } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'
import type { Row, Sheet } from '#server/sheets/sheet.ts'

/** How much of a list there is, and how much of it tells of each company. */
type Extent = {
  readonly rows: number
  readonly companies: readonly { readonly companyId: string; readonly rows: number }[]
}

export type PlatformExport<List extends Asked, Item> = {
  readonly endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType<List>, typeof ExportedWire>
  readonly words: Words
  /** Where its links lead: `/exports/platform/companies`; and what they can be taken for. */
  readonly path: string
  readonly purpose: Purpose
  /** What the file and the journal call it. */
  readonly title: string
  readonly columns: Sheet['columns']
  readonly extent: (platformDb: Db, list: List, now: Date) => Promise<Extent>
  readonly page: (platformDb: Db, query: List & Beyond, now: Date) => Promise<Page<Item>>
  readonly row: (item: Item) => Row
}

type Given = { readonly db: Db; readonly platformDb: Db; readonly secret: string }

/** A list of the platform that can leave, as the app mounts it. */
export type MountedPlatformExport = {
  readonly route: (given: Given) => Route
  readonly mount: (app: FastifyInstance, given: Given) => void
}

export function platformExport<List extends Asked, Item>(
  list: PlatformExport<List, Item>,
): MountedPlatformExport {
  const { endpoint, words, path, purpose, title } = list
  return {
    route: ({ db, platformDb, secret }) =>
      platform(endpoint, words, async (self, { body }) => {
        const now = clock.now()
        const { rows, companies } = await list.extent(platformDb, body, now)
        await written(db, self, { exported: title, asked: body, companies })
        const token = signLink(secret, purpose, { ...platformLinkFor(self, now), list: body })
        const name = `${title} - ${formatDay(dayOf(now, 'UTC')).replaceAll('/', '-')}.${body.format}`
        return { url: `${path}/${token}/${encodeURIComponent(name)}`, rows, expiresInSeconds: linkSeconds }
      }),
    mount: (app, given) => {
      app.get(`${path}/:token/:name`, { exposeHeadRoute: false }, (request, reply) =>
        download(request, reply, list, given),
      )
    },
  }
}

type Leaving = Pick<Extent, 'companies'> & { readonly exported: string; readonly asked: Asked }

/** In all of their journals or in none: without it no address is given. */
async function written(db: Db, self: Self, { exported, asked, companies }: Leaving): Promise<void> {
  const facts = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  await acrossCompanies(db, self.requestId, async ({ visit }) => {
    for (const { companyId, rows } of companies)
      await visit(companyId, tx =>
        record(tx, self, {
          action: 'platform.exported',
          object: { type: 'company', id: companyId },
          after: { exported, ...facts, rows },
        }),
      )
  })
}

async function download<List extends Asked, Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, row, ...list }: PlatformExport<List, Item>,
  { db, platformDb, secret }: Given,
) {
  const { token = '', name = '' } = Object(request.params)
  const shape = PlatformLinkWire.extend({ list: list.endpoint.body })
  const link = readLink(secret, list.purpose, shape, { token: String(token), now: clock.now() })
  if (!link) throw commonProblem('not_found')
  const readPage: ReadPage = async beyond => {
    await livePerson(db, claimsOf(link), request.id, true)
    const { items, next } = await page(platformDb, { ...link.list, ...beyond }, clock.now())
    return { items: items.map(row), next }
  }
  const { title, columns } = list
  return sendList(reply, readPage, { title, columns, name: String(name), format: link.list.format })
}
