// Mails on a database of their own, and a mail server that does as it is told.
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { clock } from '#server/clock.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { deliverDue, type Mailer } from '#server/mail/mailer.ts'
import { type Mail, mailSeal, queueMail } from '#server/mail/queue.ts'
import { smtpTransport } from '#server/mail/transport.ts'
import { secret } from '#tests/support/app.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type SmtpServer, startSmtp } from '#tests/support/smtp.ts'

export const link = 'https://vb.example/login?source=reset_email&code=secreto-de-un-solo-uso'
export const recovery: Mail = {
  to: 'ana@norte.example',
  subject: 'Restablece tu contraseña',
  kind: 'recovery',
  text: `Hola, Ana:\n\n${link}\n`,
  html: `<p>Hola, <b>Ana</b>: <a href="${link}">entra</a></p>`,
}

/** For what comes by itself, on a busy machine too. */
export const patience = { timeout: 10_000 }

type Row = {
  sealed: string | null
  attempts: number
  last_error: string | null
  sent_at: string | null
  failed_at: string | null
  /** Seconds until it is tried again. */
  wait: number
}

export async function startMails() {
  const database = await freshDatabase()
  const db = openDb(database.appUrl, { ...database.pooling, size: 8 })
  const smtp = await startSmtp()
  const seal = mailSeal(secret)
  const log = pino({ level: 'silent' })
  const mailerTo = ({ url }: Pick<SmtpServer, 'url'>): Mailer => ({
    db,
    seal,
    log,
    transport: smtpTransport({ url, from: 'Visto Bueno <avisos@vb.example>' }),
  })
  const mailer = mailerTo(smtp)
  const never = new AbortController().signal
  return {
    db,
    smtp,
    seal,
    log,
    mailer,
    mailerTo,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    deliver: (by = mailer) => deliverDue(by, never),
    queue: (mail: Partial<Mail> = {}) =>
      queueMail({ all: query => db.run(query) }, seal, { ...recovery, ...mail }, clock.now()),
    rows: () =>
      db.run<Row>(sql`select sealed, attempts, last_error, sent_at, failed_at,
        round(extract(epoch from next_try_at - ${clock.now()}))::int as wait from mail order by id`),
    /** No mails, a friendly server, and the present time. */
    clear: async () => {
      await db.run(sql`delete from mail`)
      await vi.waitFor(() => expect(smtp.open.now).toBe(0), patience)
      smtp.clear()
      vi.restoreAllMocks()
    },
    stop: async () => {
      await smtp.close()
      await db.close()
      await database.drop()
    },
  }
}

/** As if so much time had passed. */
export function later(seconds: number): void {
  const now = clock.now().getTime()
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now + seconds * 1000))
}
