/** Mails about new tasks, besides the notice, for people who have not muted them. */
import type { Mailing } from '#features/notifications/commands/remind.ts'
import type { Audience, OrderTopic } from '#features/notifications/rules.ts'
import { findReaders, orderForMail } from '#features/notifications/store/reminders.ts'
import { dueLetter } from '#features/notifications/text/letters.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Topics that bring a task to one audience; every other audience is only informed. */
const tasks = {
  'approval.requested': { audience: 'approvers', task: 'approve' },
  'document.approved': { audience: 'executors', task: 'execute' },
  'execution.retried': { audience: 'executors', task: 'execute' },
} as const

/** Task that the topic brings to this audience; null when it only informs. */
export function topicTask(topic: OrderTopic, audience: Audience): 'approve' | 'execute' | null {
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
  const found = await orderForMail(tx, documentId)
  const order = { ...found, task, decideBy: task === 'approve' ? found.decideBy : null }
  for (const person of await findReaders(tx, userIds, 'due'))
    await post(tx, dueLetter(person, order, origin), tx.now)
}
