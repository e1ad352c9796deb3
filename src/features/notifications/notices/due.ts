/** Who has just been told in the app that something waits for them is written to as well, unless they want no such mail. */
import type { Mailing } from '#features/notifications/commands/remind.ts'
import type { Audience, OrderTopic } from '#features/notifications/rules.ts'
import { orderSaid, readersOf } from '#features/notifications/store/reminders.ts'
import { dueLetter } from '#features/notifications/text/letters.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** What waits for an audience; the others are only informed. */
const tasks = {
  'approval.requested': { audience: 'approvers', task: 'approve' },
  'document.approved': { audience: 'executors', task: 'execute' },
  'execution.retried': { audience: 'executors', task: 'execute' },
} as const

/** The task that this fact brings to this audience, if it brings one. */
export function taskOf(topic: OrderTopic, audience: Audience): 'approve' | 'execute' | null {
  const found = Object.entries(tasks).find(([name]) => name === topic)?.[1]
  return found?.audience === audience ? found.task : null
}

type Due = {
  readonly documentId: string
  readonly task: 'approve' | 'execute'
  readonly userIds: readonly string[]
}

export async function writeDue(
  tx: TenantTx,
  { post, origin }: Mailing,
  { documentId, task, userIds }: Due,
): Promise<void> {
  if (userIds.length === 0) return
  const order = { ...(await orderSaid(tx, documentId)), task }
  for (const person of await readersOf(tx, userIds, 'due'))
    await post(tx, dueLetter(person, order, origin), tx.now)
}
