/** Lists that leave as files: asked for and written down by an endpoint, served as a stream by its link. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import { dayOf, formatDay, type TimeZone } from '#kernel/day.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { ExportedWire } from '#kernel/wire.ts'
import {
  claimsOf,
  LinkWire,
  linkFor,
  linkSeconds,
  type Purpose,
  readLink,
  signLink,
} from '#server/auth/signed-link.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { type TenantTx, withTenant } from '#server/database/tenant.ts'
import { type Asked, type Beyond, type Page, type ReadPage, sendList } from '#server/http/list-file.ts'
import { type Route, type Words, writeLink } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'
import type { Row, Sheet } from '#server/sheets/sheet.ts'

export type ListExport<List extends Asked, Item> = {
  readonly endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType<List>, typeof ExportedWire>
  readonly words: Words
  /** Where its links lead: `/exports/contracts`; and what they can be taken for. */
  readonly path: string
  readonly purpose: Purpose
  /** What the journal calls it: `contracts.exported`. */
  readonly action: string
  readonly title: string
  readonly columns: Sheet['columns']
  /** Whose list it is not. Everybody else carries away what they see of it. */
  readonly may?: (actor: Actor) => true | Refusal
  /** What the file is called, but for day and ending. */
  readonly fileName: (tx: TenantTx, list: List) => string | Promise<string>
  readonly total: (tx: TenantTx, actor: Actor, list: List) => Promise<number>
  /** Null for whoever has lost the right to it. */
  readonly page: (tx: TenantTx, actor: Actor, query: List & Beyond) => Promise<Page<Item> | null>
  readonly row: (item: Item, zone: TimeZone) => Row
}

type Given = { readonly db: Db; readonly secret: string }

/** A list that can leave, as the app mounts it. */
export type MountedExport = {
  readonly route: (secret: string) => Route
  readonly mount: (app: FastifyInstance, given: Given) => void
}

export function listExport<List extends Asked, Item>(list: ListExport<List, Item>): MountedExport {
  const { endpoint, words, path, purpose } = list
  return {
    route: secret =>
      writeLink(endpoint, words, {
        made: z.object({ link: LinkWire.extend({ list: endpoint.body }), rows: z.int(), name: z.string() }),
        command: async (tx, actor, { body }) => {
          const may = list.may?.(actor) ?? true
          if (may !== true) return may
          const rows = await list.total(tx, actor, body)
          await written(tx, actor, list.action, { ...body, rows })
          const name = await nameOf(tx, actor, list, body)
          return { link: { ...linkFor(actor, tx.now), list: body }, rows, name }
        },
        present: ({ link, rows, name }) => ({
          url: `${path}/${signLink(secret, purpose, link)}/${encodeURIComponent(name)}`,
          rows,
          expiresInSeconds: linkSeconds,
        }),
      }),
    mount: (app, given) => {
      app.get(`${path}/:token/:name`, { exposeHeadRoute: false }, (request, reply) =>
        download(request, reply, list, given),
      )
    },
  }
}

/** That a list leaves the house is an event: which, narrowed by what, and how much of it. */
async function written(tx: TenantTx, actor: Actor, action: string, said: object): Promise<void> {
  const facts = Object.entries(said).filter(([, value]) => value !== undefined)
  const object = { type: 'company', id: tx.companyId }
  await record(tx, actor, { action, object, after: Object.fromEntries(facts) })
}

async function nameOf<List extends Asked, Item>(
  tx: TenantTx,
  actor: Actor,
  { fileName }: ListExport<List, Item>,
  list: List,
): Promise<string> {
  const today = formatDay(dayOf(tx.now, actor.zone)).replaceAll('/', '-')
  // Without what a file system does not take in a name.
  const name = (await fileName(tx, list)).replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()
  return `${name} - ${today}.${list.format}`
}

async function download<List extends Asked, Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, row, ...list }: ListExport<List, Item>,
  { db, secret }: Given,
) {
  const { token = '', name = '' } = Object(request.params)
  const shape = LinkWire.extend({ list: list.endpoint.body })
  const link = readLink(secret, list.purpose, shape, { token: String(token), now: clock.now() })
  if (!link) throw commonProblem('not_found')
  const reading = { claims: claimsOf(link), requestId: request.id, mode: 'read' } as const
  const readPage: ReadPage = beyond =>
    withTenant(db, reading, async (tx, actor) => {
      const found = await page(tx, actor, { ...link.list, ...beyond })
      return found && { ...found, items: found.items.map(item => row(item, actor.zone)) }
    })
  const { title, columns } = list
  return sendList(reply, readPage, { title, columns, name: String(name), format: link.list.format })
}
