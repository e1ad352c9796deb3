/** Exports of lists: an endpoint records the export and answers a signed link, which serves the file as a stream. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Fact, Snapshot } from '#kernel/fact.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { ExportedWire } from '#kernel/wire.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import {
  claimsAs,
  LinkWire,
  linkClaims,
  linkFor,
  linkSeconds,
  type Purpose,
  signLink,
} from '#server/auth/signed-link.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { type TenantTx, withTenant } from '#server/database/tenant.ts'
import { exportFileName, exportSnapshot, sendExport } from '#server/http/export-download.ts'
import type { ExportRequest, Page, PageRequest } from '#server/http/list-file.ts'
import { type Route, type Words, writeLink } from '#server/http/route.ts'
import type { RunningExports } from '#server/http/running-exports.ts'
import type { ListSheet } from '#server/sheets/list-sheet.ts'

export type ListExport<List extends ExportRequest, Item> = {
  readonly endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType<List>, typeof ExportedWire>
  readonly words: Words
  /** Path of the links (`/exports/contracts`), and the purpose under which they are signed. */
  readonly path: string
  readonly purpose: Purpose
  /** The fact that is recorded in the journal. */
  readonly fact: (companyId: string, after: Snapshot) => Fact
  readonly title: string
  readonly sheet: ListSheet<Item>
  /** Refuses people to whom the list does not belong; absent, everybody exports the rows that they see. */
  readonly may?: (actor: Actor) => true | Refusal
  /** Name of the file, without day and extension. */
  readonly fileName: (tx: TenantTx, list: List) => string | Promise<string>
  readonly total: (tx: TenantTx, actor: Actor, list: List) => Promise<number>
  /** A page of the list; null when the actor may no longer read it. */
  readonly page: (tx: TenantTx, actor: Actor, query: List & PageRequest) => Promise<Page<Item> | null>
}

type Dependencies = { readonly db: Db; readonly secret: Secret; readonly running: RunningExports }

/** The export of a list, as the app mounts it. */
export type MountedExport = {
  /** Path and title of what it serves. */
  readonly path: string
  readonly title: string
  readonly route: (secret: Secret) => Route
  readonly mount: (app: FastifyInstance, dependencies: Dependencies) => void
}

/** Makes the export of a list: the route that records it and answers a link, and the download that the link opens. */
export function listExport<List extends ExportRequest, Item>(list: ListExport<List, Item>): MountedExport {
  const { endpoint, words, path, purpose, title } = list
  return {
    path,
    title,
    route: secret =>
      writeLink(endpoint, words, {
        made: z.object({ link: LinkWire.extend({ list: endpoint.body }), rows: z.int(), name: z.string() }),
        command: async (tx, actor, { body }) => {
          const may = list.may?.(actor) ?? true
          if (may !== true) return may
          const rows = await list.total(tx, actor, body)
          await record(tx, actor, list.fact(tx.companyId, { ...exportSnapshot(body), rows }))
          const name = await fileNameFor(tx, actor, list, body)
          return { link: { ...linkFor(actor, tx.now), list: body }, rows, name }
        },
        present: ({ link, rows, name }) => ({
          url: `${path}/${signLink(secret, purpose, link)}/${encodeURIComponent(name)}`,
          rows,
          expiresInSeconds: linkSeconds,
        }),
      }),
    mount: (app, dependencies) => {
      app.get(`${path}/:token/:name`, { exposeHeadRoute: false }, (request, reply) =>
        download(request, reply, list, dependencies),
      )
    },
  }
}

async function fileNameFor<List extends ExportRequest, Item>(
  tx: TenantTx,
  actor: Actor,
  { fileName }: ListExport<List, Item>,
  list: List,
): Promise<string> {
  // File systems refuse these characters in a name.
  const name = (await fileName(tx, list)).replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()
  return exportFileName(name, dayFromInstant(tx.now, actor.zone), list)
}

function download<List extends ExportRequest, Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, sheet, ...list }: ListExport<List, Item>,
  { db, secret, running }: Dependencies,
): Promise<FastifyReply> {
  const { purpose, title } = list
  const { columns } = sheet
  const shape = LinkWire.extend({ list: list.endpoint.body })
  return sendExport(request, reply, { secret, purpose, shape, running, title, columns }, async link => {
    const origin = { requestId: request.id, mode: 'read' } as const
    const claims = linkClaims(link)
    const reader = await withTenant(db, { claims, ...origin }, async (_, actor) => actor)
    const reading = { claims: claimsAs(claims, reader), ...origin }
    return pageRequest =>
      withTenant(db, reading, async (tx, actor) => {
        const found = await page(tx, actor, { ...link.list, ...pageRequest })
        return found && { ...found, items: found.items.map(item => sheet.row(item, actor.zone)) }
      })
  })
}
