/** The route of a ZIP of invoices, which is a stream. */

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paces } from '#features/companies/rules/paces.ts'
import { type Keeping, receiveArchive } from '#features/invoices/commands/receive-archive.ts'
import { archiveBounds } from '#features/invoices/rules/archive.ts'
import { mayReceive } from '#features/invoices/rules/tray.ts'
import { ordersEverywhere } from '#features/invoices/store.ts'
import { trayTexts } from '#features/invoices/text/tray.ts'
import { archivePath, ReceivedArchiveWire } from '#features/invoices/wire/archive.ts'
import { onlyReads } from '#kernel/actor.ts'
import { enforcePace, type Limits } from '#server/auth/limits.ts'
import type { Authenticate } from '#server/auth/session.ts'
import { withTenant } from '#server/database/tenant.ts'
import { readClaims } from '#server/http/api-token-calls.ts'
import { throwAsBadRequest } from '#server/http/multipart.ts'
import { commonProblem, refusalProblem } from '#server/problems.ts'

export type ArchiveOptions = Keeping & { readonly authenticate: Authenticate; readonly limits: Limits }

/** Archives that are received at once: each lies in memory until its files are kept. */
const most = { onNode: 4, ofCompany: 2 }
const retryAfterSeconds = 10

type Receiving = <T>(companyId: string, work: () => Promise<T>) => Promise<T>

/** Runs few at once of this node and of each company. @throws ProblemError `busy` */
function openReceiving(): Receiving {
  const running: string[] = []
  return async (companyId, work) => {
    const ofCompany = running.filter(id => id === companyId)
    if (running.length >= most.onNode || ofCompany.length >= most.ofCompany)
      throw commonProblem('busy', {}, retryAfterSeconds)
    running.push(companyId)
    return work().finally(() => running.splice(running.indexOf(companyId), 1))
  }
}

export function mountInvoiceArchives(app: FastifyInstance, options: ArchiveOptions): void {
  const receiving = openReceiving()
  app.register(async scope => {
    await scope.register(multipart, { limits: { files: 1, fields: 4, fileSize: archiveBounds.bytes } })
    const config = { scope: 'invoices:write' } as const
    scope.post(
      archivePath,
      { config, bodyLimit: archiveBounds.bytes + 64 * 1024 },
      async (request, reply) => {
        const answer = await receiveUpload(request, options, receiving)
        return reply.header('cache-control', 'no-store').send(ReceivedArchiveWire.parse(answer))
      },
    )
  })
}

async function receiveUpload(
  request: FastifyRequest,
  options: ArchiveOptions,
  receiving: Receiving,
): Promise<ReceivedArchiveWire> {
  const claims = await readClaims(request, options.authenticate)
  if (claims.companyId === null) throw commonProblem('forbidden')
  if (claims.impersonator !== null) throw commonProblem('impersonating')
  if (!request.isMultipart()) throw commonProblem('unsupported_type')
  const sender = { claims, requestId: request.id }
  await enforcePace(options.limits, paces.uploads, claims.userId)
  // Before any bytes are received: whoever may put nothing there costs no memory.
  await withTenant(options.db, { ...sender, mode: 'read' }, async (tx, actor) => {
    if (onlyReads(actor.role)) throw commonProblem('forbidden')
    const may = mayReceive({ ...actor, ordersEverywhere: await ordersEverywhere(tx, actor) })
    if (may !== true) throw refusalProblem(may.refused, trayTexts(may), may.facts)
  })
  return receiving(claims.companyId, async () =>
    receiveArchive(options, sender, await wholeFile(request).catch(throwAsBadRequest)),
  )
}

async function wholeFile(request: FastifyRequest): Promise<Uint8Array> {
  const part = await request.file()
  if (!part) throw commonProblem('bad_request', { detail: 'Falta el archivo.' })
  const bytes = await part.toBuffer().catch(error => {
    if (part.file.truncated) throw commonProblem('too_large', { detail: 'El máximo son 25 MB.' })
    throw error
  })
  return bytes
}
