/**
 * What development, the demo and tests have and production does not: the page that shows the mails, and the
 * clock that can be moved. Mounted only where the configuration allows it, which is on loopback, and answered
 * only to this very machine: by its address, and by the name asked for, which a foreign page cannot choose.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isUuid } from '#kernel/ids.ts'
import type { Seal } from '#server/auth/seal.ts'
import { advanceClock } from '#server/clock.ts'
import { isLoopback } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { issuesOf } from '#server/http/mount.ts'
import { outboxMail, outboxMails } from '#server/mail/outbox.ts'
import { outboxPage, outboxStyle } from '#server/mail/outbox-page.ts'
import { commonProblem } from '#server/problems.ts'

export type DevPages = { readonly outbox: boolean; readonly clock: boolean }

export function mountDev(app: FastifyInstance, pages: DevPages, { db, seal }: { db: Db; seal: Seal }): void {
  app.register(async dev => {
    dev.addHook('onRequest', async (request, reply) => {
      if (!isFromHere(request)) throw commonProblem('not_found')
      reply.header('cache-control', 'no-store')
    })
    if (pages.outbox) mountOutbox(dev, db, seal)
    if (pages.clock) mountClock(dev)
  })
}

/** A proxy on this machine would speak for others. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const peer = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const asked = URL.parse(`http://${headers.host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some(
    name => name in headers,
  )
  return isLoopback(peer) && isLoopback(asked) && !isForwarded
}

const Filter = z.object({
  to: z.string('Una sola dirección').max(320, 'Como mucho 320 caracteres').optional(),
})

function mountOutbox(dev: FastifyInstance, db: Db, seal: Seal): void {
  const asked = async (request: FastifyRequest) => {
    const filter = Filter.safeParse(request.query)
    if (!filter.success) throw commonProblem('invalid', { issues: issuesOf(filter, '/query') })
    const to = filter.data.to?.trim() || null
    return { to, mails: await outboxMails(db, seal, to) }
  }
  dev.get('/dev/outbox', async (request, reply) => {
    const { to, mails } = await asked(request)
    const isPage = request.headers.accept?.includes('text/html') ?? false
    return isPage ? html(reply).send(outboxPage(mails, to)) : mails
  })
  dev.get('/dev/outbox.json', async request => (await asked(request)).mails)
  dev.get('/dev/outbox.css', async (_request, reply) => reply.type('text/css').send(outboxStyle))
  dev.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params }, reply) => {
    const mail = isUuid(params.id) ? await outboxMail(db, seal, params.id) : null
    if (mail === null) throw commonProblem('not_found')
    return html(reply).headers(mailHeaders).send(mail.html)
  })
}

const html = (reply: FastifyReply) => reply.type('text/html; charset=utf-8')

/** A mail brings its style along, and shall do no more than lead somewhere. */
const mailHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  // A sandboxed page may not ask to be alone with its origin: it has none.
  'cross-origin-opener-policy': 'unsafe-none',
}

const tenYearsSeconds = 315_576_000
const wrong = `Segundos enteros, de 0 a ${tenYearsSeconds}`
const Advance = z.strictObject({
  advance_s: z.int(wrong).min(0, wrong).max(tenYearsSeconds, wrong),
})

function mountClock(dev: FastifyInstance): void {
  dev.post('/dev/clock', async request => {
    const asked = Advance.safeParse(request.body ?? {})
    if (!asked.success) throw commonProblem('invalid', { issues: issuesOf(asked, '') })
    return { now: advanceClock(asked.data.advance_s).toISOString() }
  })
}
