/** Background work besides answering: outbox, mails and housekeeping. */

import type { Logger } from 'pino'
import { product } from '#app/product.ts'
import { appointmentsSubscriber } from '#features/appointments/subscribers.ts'
import { applyValidityChanges } from '#features/approvals/commands/contract-validity.ts'
import { sweepLinks } from '#features/approvals/commands/decision-link.ts'
import { placeEarlierSeats } from '#features/approvals/commands/place-seats.ts'
import { seatDeputies } from '#features/approvals/commands/seat-deputies.ts'
import { foldAllCounters } from '#features/documents/commands/fold-counters.ts'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { countMonths } from '#features/executions/commands/count-months.ts'
import { sweepFiles } from '#features/files/commands.ts'
import { settleAddresses } from '#features/identity/commands/pending-address.ts'
import { sweepSessions } from '#features/identity/commands/sweep.ts'
import { companiesWithPeople } from '#features/identity/store/accounts.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { impersonationsSubscriber } from '#features/identity/subscribers.ts'
import { sweepImports } from '#features/imports/commands/sweep.ts'
import { startImporting } from '#features/imports/commands/work.ts'
import { startReceivedReading } from '#features/invoices/subscribers.ts'
import { startCollecting } from '#features/mailboxes/commands/collect.ts'
import { mailboxSeal } from '#features/mailboxes/store.ts'
import { startPushing } from '#features/notices/commands/push.ts'
import { reminder } from '#features/notices/commands/remind.ts'
import { sweepNotices } from '#features/notices/commands/sweep-notices.ts'
import { sweepDevices } from '#features/notices/store/devices.ts'
import { formerConsumer } from '#features/notices/subscribers/former.ts'
import { outcomesSubscriber } from '#features/notices/subscribers/outcomes.ts'
import { remittancesSubscriber } from '#features/notices/subscribers/remittances.ts'
import { mailsSubscriber, noticesSubscriber } from '#features/notices/subscribers.ts'
import { sweepCompanyRequests } from '#features/platform/commands/own-company.ts'
import { makeDueOrders } from '#features/recurrences/commands/make-due.ts'
import { startSealer } from '#features/seals/commands/seal.ts'
import { warnOfEnding } from '#features/tokens/commands/warn.ts'
import { startDelivering } from '#features/webhooks/commands/deliver.ts'
import { startPlanning } from '#features/webhooks/commands/plan.ts'
import { sweepDeliveries } from '#features/webhooks/commands/sweep.ts'
import { webhookSeal } from '#features/webhooks/store.ts'
import type { SubscriberName } from '#kernel/fact.ts'
import { sweepAttempts } from '#server/auth/limits.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { sweepKeys } from '#server/database/idempotency.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openOutward } from '#server/http/outward.ts'
import { openReach } from '#server/http/reach.ts'
import { every } from '#server/jobs/every.ts'
import { startFormerOutbox } from '#server/jobs/former-outbox.ts'
import { inTurn } from '#server/jobs/housekeeping.ts'
import { startSubscriber } from '#server/jobs/outbox.ts'
import { startAnnouncer } from '#server/jobs/pubsub.ts'
import { openImap } from '#server/mail/imap.ts'
import { startMailer } from '#server/mail/mailer.ts'
import { openPost } from '#server/mail/post.ts'
import { mailSeal, sweepMail } from '#server/mail/queue.ts'
import { openMailTransport } from '#server/mail/transport.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { deviceSeal } from '#server/push/push-address.ts'
import { openPushService } from '#server/push/web-push.ts'

type WorkerParts = {
  readonly db: Db
  readonly log: Logger
  readonly secret: Secret
  readonly files: FileStore
  readonly pictures: Pictures
  /** Sends the mails of an invitation. */
  readonly invite: Invite
}

type Worker = { stop(): Promise<void> }

/** Starts the workers; `stop` waits for the work in progress. */
export function startWorkers(
  { db, log, secret, files, pictures, invite }: WorkerParts,
  config: Config,
): Worker {
  const transport = openMailTransport(config)
  if (!transport && !config.outboxPage) log.warn('no SMTP_URL: mails go nowhere')
  const { origin } = config
  const mailing = { post: openPost(secret, { product, origin }), origin }
  const reach = openReach(config.webhookReach)
  const outward = openOutward({ reach })
  const push = openPushService(config.push, outward)
  const imap = openImap({ reach })
  const sendReminders = reminder(db, mailing)
  const applyDates = applyValidityChanges(db)
  const placeSeats = placeEarlierSeats(db)
  const askDeputies = seatDeputies(db)
  const makeRecurringOrders = makeDueOrders(db)
  const sumMonths = countMonths(db)
  const indexWords = writeWords(db)
  const tallySeats = tallyAllSeats(db)
  const companies = () => companiesWithPeople(outsideAnyTransaction(db))
  /** A task that one of all nodes does each time. */
  const housekeeping = (name: string, seconds: number, work: () => Promise<void>) =>
    every(seconds, log, name, () => inTurn(db, { name, seconds }, work))
  // Total: a subscriber that facts name and nobody starts would let its messages pile up.
  const subscribers: { readonly [name in SubscriberName]: Worker } = {
    notices: startSubscriber(db, noticesSubscriber, log),
    mails: startSubscriber(db, mailsSubscriber(mailing), log),
    live: startAnnouncer(db, log),
    appointments: startSubscriber(db, appointmentsSubscriber, log),
    outcomes: startSubscriber(db, outcomesSubscriber(mailing), log),
    remittances: startSubscriber(db, remittancesSubscriber(mailing), log),
    invoices: startReceivedReading({ db, files, log, companies, readsPhotos: config.drawsPhotos }),
  }
  const workers: readonly Worker[] = [
    ...Object.values(subscribers),
    startSubscriber(db, impersonationsSubscriber, log),
    startFormerOutbox(db, formerConsumer(mailing), log),
    startSealer(db, log),
    startPlanning(db, origin, log),
    startDelivering({ db, outward, seal: webhookSeal(secret), ...mailing }, log),
    startCollecting({ db, files, imap, seal: mailboxSeal(secret), everySeconds: config.mailboxSeconds }, log),
    startImporting(db, { invite }, log),
    startMailer({ db, log, seal: mailSeal(secret), transport }),
    ...(push ? [startPushing({ db, push, seal: deviceSeal(secret) }, log)] : []),
    housekeeping('reminders', 300, async () => sendReminders(await companies())),
    housekeeping('validity of contracts', 300, async () => applyDates(await companies())),
    housekeeping('deputies', 300, async () => askDeputies(await companies())),
    housekeeping('recurring orders', 300, async () => makeRecurringOrders(await companies())),
    housekeeping('months', 300, async () => sumMonths(await companies())),
    housekeeping('words', 300, async () => indexWords(await companies())),
    housekeeping('seats', 300, async () => tallySeats(await companies())),
    housekeeping('addresses', 300, () => settleAddresses({ db, log, post: mailing.post, site: { origin } })),
    housekeeping('ending tokens', 3600, async () => warnOfEnding(db, mailing, await companies())),
    housekeeping('sweep', 3600, async () => {
      await sweep(db, companies)
      await placeSeats(await companies())
      await foldAllCounters(db, await companies())
    }),
    // On every node, which has disks of its own, and by itself: while the store of files is away, the rest is swept.
    every(3600, log, 'files', () => sweepFiles(db, [pictures, files])),
  ]
  return { stop: async () => void (await Promise.all(workers.map(worker => worker.stop()))) }
}

/** Removes what has had its time. */
async function sweep(db: Db, companies: () => ReturnType<typeof companiesWithPeople>): Promise<void> {
  await sweepSessions(db)
  await sweepCompanyRequests(db)
  await sweepAttempts(db)
  await sweepMail(db)
  await sweepDevices(db)
  await sweepKeys(db, await companies())
  await sweepNotices(db, await companies())
  await sweepDeliveries(db, await companies())
  await sweepLinks(db, await companies())
  await sweepImports(db, await companies())
}
