/**
 * The mailer: polls the queue on each node, claims mails before it sends them, and retries with growing pauses. Claims
 * of a node that dies are retried by another, so a mail may arrive twice, under one Message-ID.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Seal } from '#server/auth/seal.ts'
import { clock } from '#server/clock.ts'
import { isDatabaseAway } from '#server/database/away.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { type Sql, sql } from '#server/database/sql.ts'
import { poll } from '#server/jobs/every.ts'
import { unsealContent } from '#server/mail/queue.ts'
import { isPermanent, type MailTransport } from '#server/mail/transport.ts'
import { inOwnSpan, inSpan } from '#server/traces/spans.ts'

export type Mailer = {
  readonly db: Db
  readonly seal: Seal
  /** Null: mails are only shown on `/dev/outbox`. */
  readonly transport: MailTransport | null
  readonly log: Logger
  readonly deliveryMs?: number
}

/** Mails that one node sends at once. */
const inFlight = 4
const maxAttempts = 12
/** Longer than any delivery: a mail whose claim expires while it is being sent would be sent twice. */
const claimMs = 60_000
const longestDeliveryMs = 10_000
/** Time in which the outcome of a delivery is saved; with the delivery and a last try, shorter than a claim. */
const saveMs = 42_000
/** Time that `stop` gives the mails being sent. */
const graceMs = 5_000

/** Polls until stopped; `stop` waits for the mails being sent, and aborts those that take too long. */
export function startMailer(mailer: Mailer, pauseMs = 250): { stop(): Promise<void> } {
  const abort = new AbortController()
  const polling = poll(pauseMs, new Outage(mailer.log, 'mail: batch failed'), async shouldContinue => {
    while (shouldContinue() && (await deliverDue(mailer, abort.signal)) === inFlight);
  })
  return {
    stop: async () => {
      const grace = setTimeout(() => abort.abort(), graceMs)
      await polling.stop()
      clearTimeout(grace)
    },
  }
}

type ClaimedMail = {
  id: string
  kind: string
  to_address: string
  subject: string
  sealed: string
  message_id: string
  attempts: number
}

/** Claims due mails by pushing their next try into the future, and sends them. Returns the number of claimed mails. */
export async function deliverDue(mailer: Mailer, abort: AbortSignal): Promise<number> {
  const { db, transport, log } = mailer
  const now = clock.now()
  const domain = transport?.domain ?? 'localhost'
  const claimed = await db.run<ClaimedMail>(sql`
    update mail set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + claimMs)},
      message_id = coalesce(message_id, '<' || id || '@' || ${domain} || '>')
    where id in (select id from mail where sent_at is null and failed_at is null and next_try_at <= ${now}
      order by next_try_at, id limit ${inFlight} for update skip locked)
    returning id, kind, to_address, subject, sealed, message_id, attempts`)
  const ended = await Promise.allSettled(claimed.map(mail => deliverTraced(mailer, mail, abort)))
  for (const end of ended)
    if (end.status === 'rejected')
      log.error({ err: end.reason }, 'mail: the outcome of one could not be saved')
  return claimed.length
}

/** A delivery is a trace of its own; it names the mail by id and kind, never whom it goes to. */
const deliverTraced = (mailer: Mailer, mail: ClaimedMail, abort: AbortSignal): Promise<void> =>
  inOwnSpan(
    'mail delivery',
    {
      'visto_bueno.mail_id': mail.id,
      'visto_bueno.mail_kind': mail.kind,
      'visto_bueno.attempt': mail.attempts,
    },
    () => deliver(mailer, mail, abort),
  )

async function deliver(mailer: Mailer, mail: ClaimedMail, abort: AbortSignal): Promise<void> {
  const { db, seal, transport, log, deliveryMs = longestDeliveryMs } = mailer
  const content = unsealContent(seal, mail.sealed)
  if (content === null) return giveUp(mailer, mail, new Error('sealed under another secret'))
  try {
    const { to_address: to, subject, message_id: messageId } = mail
    const signal = AbortSignal.any([abort, AbortSignal.timeout(deliveryMs)])
    if (transport)
      await inSpan('mail transport', {}, () =>
        transport.deliver({ to, subject, messageId, ...content }, signal),
      )
  } catch (error) {
    if (isPermanent(error) || mail.attempts >= maxAttempts) return giveUp(mailer, mail, error)
    log.warn(logFields(mail, error), 'mail: will be tried again')
    return postpone(db, mail, error)
  }
  // Content is erased once sent; without a transport it stays, to be shown on `/dev/outbox`.
  const sealed = transport ? null : mail.sealed
  await saveSent(
    db,
    sql`update mail set sent_at = ${clock.now()}, sealed = ${sealed}, last_error = null where id = ${mail.id}`,
    abort,
  )
}

/** Saves that a mail is sent. A database that is away is asked again while the claim lasts: the mail would be sent twice. */
async function saveSent(db: Db, sent: Sql, abort: AbortSignal): Promise<void> {
  const until = performance.now() + saveMs
  for (;;)
    try {
      await db.run(sent)
      return
    } catch (error) {
      if (!isDatabaseAway(error) || abort.aborted || performance.now() > until) throw error
      await sleep(500)
    }
}

/** Schedules the next try after 10 s, 20 s, 40 s … an hour at most: twelve attempts take three hours and a half. */
async function postpone(db: Db, { id, attempts }: ClaimedMail, error: unknown): Promise<void> {
  const waitMs = Math.min(3600_000, 10_000 * 2 ** (attempts - 1))
  const next = new Date(clock.now().getTime() + waitMs)
  await db.run(sql`update mail set next_try_at = ${next}, last_error = ${toOneLine(error)} where id = ${id}`)
}

/** Marks a mail as failed. Its content stays, so that the operator can retry it. */
async function giveUp({ db, log }: Mailer, mail: ClaimedMail, error: unknown): Promise<void> {
  log.error(logFields(mail, error), 'mail: could not be sent; see npm run operator -- mail')
  await db.run(sql`
    update mail set failed_at = ${clock.now()}, last_error = ${toOneLine(error)} where id = ${mail.id}`)
}

/** The fields for the log. The error's message stays out of it, because servers repeat the recipient's address in it. */
function logFields({ id, kind, attempts }: ClaimedMail, error: unknown) {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
  return { mail: id, kind, attempts, code, responseCode }
}

const toOneLine = (error: unknown) =>
  String(error)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 500)
