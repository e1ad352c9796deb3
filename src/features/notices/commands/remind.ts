/** Morning reminders: a digest for each person with a late order, and the escalation of orders that wait too long. */
import { isLate, isMorning } from '#features/approvals/rules/waiting.ts'
import { makeLinks } from '#features/notices/commands/make-links.ts'
import { noticeFact } from '#features/notices/facts.ts'
import { maxSingleEscalations, needsDigest } from '#features/notices/rules/reminders.ts'
import {
  claimDay,
  insertEscalations,
  peopleConcerned,
  type ReminderSettings,
  reminderSettings,
  saveMailCount,
  unescalatedOrders,
  waitingOrders,
} from '#features/notices/store/reminders.ts'
import { digestLetter, maxLines, overdueLetter, type WaitingOrder } from '#features/notices/text/letters.ts'
import { type Day, dayFromInstant, daysBetween } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Post } from '#server/mail/post.ts'

export type Mailing = { readonly post: Post; readonly origin: string }

/** Pause of a company after a failure. Its day has not been taken, so the next attempt loses nothing. */
const pauseMs = 3_600_000

/** Reminds each company once a day; a failure of one delays no other, and is retried after the pause. */
export function reminder(db: Db, mailing: Mailing): (companies: readonly string[]) => Promise<void> {
  const pausedUntil = new Map<string, number>()
  return async companies => {
    const failures: unknown[] = []
    const now = clock.now().getTime()
    for (const company of companies.filter(each => (pausedUntil.get(each) ?? 0) <= now))
      try {
        await asSystem(db, company, tx => remind(tx, mailing))
        pausedUntil.delete(company)
      } catch (error) {
        pausedUntil.set(company, now + pauseMs)
        failures.push(error)
      }
    if (failures.length > 0) throw new AggregateError(failures, 'some companies were not reminded')
  }
}

/**
 * Sends the morning's mails of one company, if its day has begun and is not done yet. Returns their number. The mails
 * and the row that marks the day as done are one transaction.
 */
export async function remind(tx: TenantTx, mailing: Mailing): Promise<number> {
  const company = await reminderSettings(tx)
  if (!company || !isMorning(tx.now, company.zone)) return 0
  const today = dayFromInstant(tx.now, company.zone)
  if (!(await claimDay(tx, today))) return 0
  const mails =
    (await sendDigests(tx, mailing, company, today)) + (await escalate(tx, mailing, company, today))
  await saveMailCount(tx, today, mails)
  return mails
}

async function sendDigests(
  tx: TenantTx,
  { post, origin }: Mailing,
  { zone, warningDays }: ReminderSettings,
  today: Day,
): Promise<number> {
  const waiting = (await waitingOrders(tx, today)).map(each => ({
    ...each,
    order: { ...each.order, days: daysBetween(dayFromInstant(each.since, zone), today) },
  }))
  let mails = 0
  for (const ownWaiting of Map.groupBy(waiting, each => each.userId).values()) {
    const [first] = ownWaiting
    const orders = ownWaiting.map(each => each.order)
    if (!first || !needsDigest(orders, warningDays)) continue
    await post(tx, digestLetter(first.person, await withLinks(tx, first.userId, orders), origin), tx.now)
    mails += 1
  }
  return mails
}

/** The orders with the links of those lines of a digest that wait for an approval. */
async function withLinks(
  tx: TenantTx,
  userId: string,
  orders: readonly WaitingOrder[],
): Promise<WaitingOrder[]> {
  const shown = orders.slice(0, maxLines)
  const asked = shown.filter(({ task }) => task === 'approve').map(({ id }) => ({ userId, documentId: id }))
  const linkFor = await makeLinks(tx, asked)
  return orders.map(order => ({ ...order, link: linkFor({ userId, documentId: order.id }) }))
}

/**
 * Escalates one notice per order, or one mail for all when they are many, as on the first morning of an
 * existing company.
 */
async function escalate(
  tx: TenantTx,
  { post, origin }: Mailing,
  { zone, warningDays }: ReminderSettings,
  today: Day,
): Promise<number> {
  const daysSince = (since: string) => daysBetween(dayFromInstant(since, zone), today)
  const late = (await unescalatedOrders(tx)).filter(({ since }) => isLate(daysSince(since), warningDays))
  await insertEscalations(tx, late)
  if (late.length <= maxSingleEscalations) {
    for (const { documentId, holders } of late)
      await record(tx, null, noticeFact('approval.overdue', documentId, { after: { holders } }))
    return 0
  }
  const ids = late.map(({ documentId }) => documentId)
  const concerned = await peopleConcerned(tx, ids, maxLines)
  for (const { person, total, orders } of concerned) {
    const ordersWithDays = orders.map(order => ({ ...order, days: daysSince(order.since) }))
    await post(tx, overdueLetter(person, { total, orders: ordersWithDays }, origin), tx.now)
  }
  return concerned.length
}
