// Companies that collect invoices from mailboxes of a real IMAP server, and the visits to them.
import { expect } from 'vitest'
import { mailboxRoutes } from '#features/mailboxes/api.ts'
import { visitNext } from '#features/mailboxes/commands/collect.ts'
import { mailboxSeal } from '#features/mailboxes/store.ts'
import { sql } from '#server/database/sql.ts'
import { openReach } from '#server/http/reach.ts'
import { openImap } from '#server/mail/imap.ts'
import { secret } from '#tests/support/app.ts'
import type { Cast } from '#tests/support/cast.ts'
import { mailPassword, startDovecot } from '#tests/support/dovecot.ts'
import { startInvoiceDesk } from '#tests/support/invoice-desk.ts'

export async function startMailboxDesk(users: readonly string[]) {
  const server = await startDovecot(users)
  const reach = openReach({ privateNetworks: [], allowsLoopback: true })
  const imap = openImap({ reach, ca: server.ca })
  const desk = await startInvoiceDesk(files => mailboxRoutes({ secret, files, imap }))
  const { app, files } = desk
  const settings = (over: object = {}) => ({
    host: 'localhost',
    port: server.port,
    username: 'norte',
    password: mailPassword,
    folder: 'INBOX',
    doneFolder: '',
    ...over,
  })
  /** The company says which mailbox is its own. */
  async function name({ admin }: Cast, over: object = {}) {
    const { mailbox } = (await app.ask('/api/mailbox', { as: admin })).body
    const body = { ...settings(over), collects: true, revision: mailbox?.revision ?? 0 }
    const answer = await app.ask('/api/mailbox', { method: 'PUT', as: admin, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  /** Collector of mails on a node. */
  const parts = () => ({ db: app.db, files, imap, seal: mailboxSeal(secret), everySeconds: 120 })
  const visitIsDue = ({ companyId }: Cast) =>
    app.tamper(sql`update mailbox_lane set next_visit_at = now() - interval '1 second'
      where company = ${companyId}`)
  /** Visits every mailbox now, as one node or several. */
  async function collect(nodes = 1) {
    await app.tamper(sql`update mailbox_lane set next_visit_at = now() - interval '1 second'`)
    await Promise.all(
      Array.from({ length: nodes }, async () => {
        while (await visitNext(parts()));
      }),
    )
  }
  const stop = async () => {
    await desk.stop()
    await server.stop()
  }
  return { server, desk, settings, name, parts, visitIsDue, collect, stop }
}
