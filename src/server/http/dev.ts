/**
 * Pages for development, the demo and tests, absent in production: the outbox of mails, and the movable clock. Mounted
 * only where the configuration allows them, on loopback, and answered only to this machine: its address is checked, and
 * the requested host name, which a foreign page cannot choose.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isUuid } from '#kernel/ids.ts'
import type { Seal } from '#server/auth/seal.ts'
import { advanceClock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { validationIssues } from '#server/http/mount.ts'
import { isLoopback } from '#server/loopback.ts'
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

/** True for a request from this machine, and not through a proxy on it, which may forward other people's. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const peer = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const host = URL.parse(`http://${headers.host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some(
    name => name in headers,
  )
  return isLoopback(peer) && isLoopback(host) && !isForwarded
}

const Filter = z.object({
  to: z.string('Una sola dirección').max(320, 'Como mucho 320 caracteres').optional(),
})

function mountOutbox(dev: FastifyInstance, db: Db, seal: Seal): void {
  const filtered = async (request: FastifyRequest) => {
    const filter = Filter.safeParse(request.query)
    if (!filter.success) throw commonProblem('invalid', { issues: validationIssues(filter, '/query') })
    const to = filter.data.to?.trim() || null
    return { to, mails: await outboxMails(db, seal, to) }
  }
  dev.get('/dev/outbox', async (request, reply) => {
    const { to, mails } = await filtered(request)
    const isPage = request.headers.accept?.includes('text/html') ?? false
    return isPage ? html(reply).send(outboxPage(mails, to)) : mails
  })
  dev.get('/dev/outbox.json', async request => (await filtered(request)).mails)
  dev.get('/dev/outbox.css', async (_request, reply) => reply.type('text/css').send(outboxStyle))
  dev.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params }, reply) => {
    const mail = isUuid(params.id) ? await outboxMail(db, seal, params.id) : null
    if (mail === null) throw commonProblem('not_found')
    return html(reply).headers(mailHeaders).send(mail.html)
  })
}

const html = (reply: FastifyReply) => reply.type('text/html; charset=utf-8')

/** Headers of a displayed mail: it brings inline styles, and may do nothing but link elsewhere. */
const mailHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  // A sandboxed page has no origin to isolate: browsers warn about any other value.
  'cross-origin-opener-policy': 'unsafe-none',
}

const tenYearsSeconds = 315_576_000
const wrongSeconds = `Segundos enteros, de 0 a ${tenYearsSeconds}`
const Advance = z.strictObject({
  advance_s: z.int(wrongSeconds).min(0, wrongSeconds).max(tenYearsSeconds, wrongSeconds),
})

function mountClock(dev: FastifyInstance): void {
  dev.post('/dev/clock', async request => {
    const advance = Advance.safeParse(request.body ?? {})
    if (!advance.success) throw commonProblem('invalid', { issues: validationIssues(advance, '') })
    return { now: advanceClock(advance.data.advance_s).toISOString() }
  })
}
