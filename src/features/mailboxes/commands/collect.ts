/** The collector: visits mailboxes as they are due, a few at once on each node, each by one node at a time. */
import type { Logger } from 'pino'
import { type Collecting, visitMailbox } from '#features/mailboxes/commands/visit.ts'
import { mailboxBounds } from '#features/mailboxes/rules/message.ts'
import { claimLane } from '#features/mailboxes/store/lanes.ts'
import { newId } from '#kernel/ids.ts'
import { Outage } from '#server/database/outage.ts'
import { poll } from '#server/jobs/every.ts'
import { withPatience } from '#server/jobs/patience.ts'

/** Mailboxes that a node visits at once, so that a slow server keeps nobody else waiting for long. */
const atOnce = 4
const pauseMs = 5000
/** Time for visits under way when the program ends: what is not kept by then is collected again. */
const patienceMs = 7000

/** Visits one mailbox that is due; false when none is. */
export async function visitNext(parts: Collecting): Promise<boolean> {
  const lane = await claimLane(parts.db, newId(), mailboxBounds.leaseMs)
  if (lane !== null) await visitMailbox(parts, lane)
  return lane !== null
}

/** Collects until stopped; `stop` waits for the visits under way, as long as it can. */
export function startCollecting(parts: Collecting, log: Logger): { stop(): Promise<void> } {
  const loops = Array.from({ length: atOnce }, () =>
    poll(pauseMs, new Outage(log, 'mailboxes: a visit failed'), async shouldContinue => {
      while (shouldContinue() && (await visitNext(parts)));
    }),
  )
  return {
    stop: async () => {
      await withPatience(Promise.all(loops.map(loop => loop.stop())), patienceMs)
    },
  }
}
