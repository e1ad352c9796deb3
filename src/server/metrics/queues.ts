/** Queues of the work behind the answers: how much waits, and since when. One statement each, over no company's rows. */
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'

export type Waiting = {
  readonly count: number
  /** Seconds since the oldest should have been done; 0 when nothing waits. */
  readonly oldestSeconds: number
}

export type Queues = {
  /** By subscriber, those alone for which something waits. */
  readonly outbox: ReadonlyMap<string, Waiting>
  readonly mails: Waiting
  readonly failedMails: number
  /** Notices for devices, and since when the first that is due was not sent. */
  readonly pushes: Waiting
  readonly seals: Waiting
  /** Deliveries of webhooks, and since when the first endpoint that is due was not called. */
  readonly webhooks: Waiting
  /** Endpoints of webhooks whose last calls failed. */
  readonly failingWebhooks: number
  /** Mailboxes that are due, and since when the first was not visited. */
  readonly mailboxes: Waiting
  /** Mailboxes whose last visits failed. */
  readonly failingMailboxes: number
}

export async function readQueues(db: Db): Promise<Queues> {
  const [outbox, mails, seals, webhooks, mailboxes, pushes] = await Promise.all([
    db.run<{ subscriber: string; count: number; oldest: string }>(sql`
      select subscriber, count(*)::int as count, min(created_at) as oldest
      from outbox_message group by subscriber`),
    db.run<{ waiting: number; failed: number; oldest: string | null }>(sql`
      select count(*) filter (where failed_at is null)::int as waiting,
        count(*) filter (where failed_at is not null)::int as failed,
        min(created_at) filter (where failed_at is null) as oldest
      from mail where sent_at is null`),
    // An event's id says when it was made.
    db.run<{ count: number; oldest: string | null }>(sql`
      select count(*)::int as count, min(event_id::text) as oldest from event_unsealed`),
    // A webhook that rests on purpose is not late.
    db.run<{ count: number; oldest: string | null; failing: number }>(sql`
      select coalesce(sum(waiting), 0)::int as count,
        min(next_try_at) filter (where next_try_at <= ${clock.now()}) as oldest,
        count(*) filter (where failures > 0)::int as failing
      from webhook_lane`),
    db.run<{ count: number; oldest: string | null; failing: number }>(sql`
      select count(*) filter (where next_visit_at <= ${clock.now()})::int as count,
        min(next_visit_at) filter (where next_visit_at <= ${clock.now()}) as oldest,
        count(*) filter (where failures > 0)::int as failing
      from mailbox_lane`),
    db.run<{ count: number; oldest: string | null }>(sql`
      select count(*)::int as count, min(next_try_at) filter (where next_try_at <= ${clock.now()}) as oldest
      from push_message`),
  ])
  const now = clock.now().getTime()
  const [mail] = mails
  const [seal] = seals
  const [lane] = webhooks
  const [visit] = mailboxes
  const [push] = pushes
  const since = (instant: number | null) =>
    instant === null || Number.isNaN(instant) ? 0 : Math.max(0, (now - instant) / 1000)
  return {
    outbox: new Map(
      outbox.map(({ subscriber, count, oldest }) => [
        subscriber,
        { count, oldestSeconds: since(Date.parse(oldest)) },
      ]),
    ),
    mails: { count: mail?.waiting ?? 0, oldestSeconds: since(mail?.oldest ? Date.parse(mail.oldest) : null) },
    failedMails: mail?.failed ?? 0,
    pushes: { count: push?.count ?? 0, oldestSeconds: since(push?.oldest ? Date.parse(push.oldest) : null) },
    webhooks: {
      count: lane?.count ?? 0,
      oldestSeconds: since(lane?.oldest ? Date.parse(lane.oldest) : null),
    },
    failingWebhooks: lane?.failing ?? 0,
    mailboxes: {
      count: visit?.count ?? 0,
      oldestSeconds: since(visit?.oldest ? Date.parse(visit.oldest) : null),
    },
    failingMailboxes: visit?.failing ?? 0,
    seals: { count: seal?.count ?? 0, oldestSeconds: since(seal?.oldest ? instantOfId(seal.oldest) : null) },
  }
}

/** Epoch milliseconds in the first twelve digits of a UUIDv7. */
function instantOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
