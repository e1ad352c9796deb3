/** Each morning: who has something late is written all that waits for them, and what waits too long is told of. */
import { isLate, isMorning, needsDigest } from '#features/notifications/rules/reminders.ts'
import {
  insertEscalation,
  notYetTold,
  type Patience,
  patience,
  saveMails,
  takeDay,
  waitingOf,
} from '#features/notifications/store/reminders.ts'
import { digestLetter } from '#features/notifications/text/letters.ts'
import { type Day, dayOf, daysBetween } from '#kernel/day.ts'
import type { Db } from '#server/db.ts'
import type { Post } from '#server/mail/post.ts'
import { tell } from '#server/outbox.ts'
import { asSystem, type TenantTx } from '#server/tenant.ts'

export type Mailing = { readonly post: Post; readonly origin: string }

/** In each company once a day; what goes wrong in one keeps no other waiting. */
export async function remindAll(db: Db, mailing: Mailing, companies: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (const company of companies)
    await asSystem(db, company, tx => remind(tx, mailing)).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'some companies were not reminded')
}

/** How many mails went out. Mails and the day's row are one transaction: both or neither. */
export async function remind(tx: TenantTx, mailing: Mailing): Promise<number> {
  const company = await patience(tx)
  if (!company || !isMorning(tx.now, company.zone)) return 0
  const today = dayOf(tx.now, company.zone)
  if (!(await takeDay(tx, today))) return 0
  const mails = await sendDigests(tx, mailing, company, today)
  await saveMails(tx, today, mails)
  await escalate(tx, company, today)
  return mails
}

async function sendDigests(
  tx: TenantTx,
  { post, origin }: Mailing,
  { zone, warningDays }: Patience,
  today: Day,
): Promise<number> {
  const waiting = (await waitingOf(tx, today)).map(each => ({
    ...each,
    order: { ...each.order, days: daysBetween(dayOf(each.since, zone), today) },
  }))
  let mails = 0
  for (const mine of Map.groupBy(waiting, each => each.userId).values()) {
    const [first] = mine
    const orders = mine.map(each => each.order)
    if (!first || !needsDigest(orders, warningDays)) continue
    await post(tx, digestLetter(first.person, orders, origin), tx.now)
    mails += 1
  }
  return mails
}

async function escalate(tx: TenantTx, { zone, warningDays }: Patience, today: Day): Promise<void> {
  for (const { documentId, since, holders } of await notYetTold(tx)) {
    if (!isLate(daysBetween(dayOf(since, zone), today), warningDays)) continue
    if (await insertEscalation(tx, documentId)) await tell(tx, 'approval.overdue', { documentId, holders })
  }
}
