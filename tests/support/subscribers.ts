// The subscribers of facts, run at once instead of by the clock.
import { pino } from 'pino'
import type { Mailing } from '#features/notices/commands/remind.ts'
import { outcomesSubscriber } from '#features/notices/subscribers/outcomes.ts'
import { remittancesSubscriber } from '#features/notices/subscribers/remittances.ts'
import { mailsSubscriber, noticesSubscriber } from '#features/notices/subscribers.ts'
import type { Db } from '#server/database/db.ts'
import { deliver, type Subscriber } from '#server/jobs/outbox.ts'
import { announceChanges } from '#server/jobs/pubsub.ts'

const silent = pino({ level: 'silent' })

export async function deliverTo(db: Db, subscriber: Subscriber): Promise<void> {
  while ((await deliver(db, subscriber, silent)) > 0);
}

/** Delivers what is due to notices and open screens, and to mails where there is a mailing. */
export async function deliverAll(db: Db, mailing: Mailing | null = null): Promise<void> {
  await deliverTo(db, noticesSubscriber)
  if (mailing)
    for (const subscriber of [mailsSubscriber, outcomesSubscriber, remittancesSubscriber])
      await deliverTo(db, subscriber(mailing))
  while ((await announceChanges(db)) > 0);
}
