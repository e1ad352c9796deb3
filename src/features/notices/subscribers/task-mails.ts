/** Mails about a new task of an order, which its people get besides the notice. */
import { makeLinks } from '#features/notices/commands/make-links.ts'
import type { Mailing } from '#features/notices/commands/remind.ts'
import type { Audience, OrderTopic } from '#features/notices/rules.ts'
import { documentForMail, findMailReaders } from '#features/notices/store/reminders.ts'
import { dueLetter } from '#features/notices/text/letters.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Topics that bring a task to one audience; every other audience is only informed. */
const taskByTopic = {
  'approval.requested': { audience: 'approvers', task: 'approve' },
  'approval.deputy_asked': { audience: 'approvers', task: 'approve' },
  'document.approved': { audience: 'executors', task: 'execute' },
  'execution.retried': { audience: 'executors', task: 'execute' },
} as const

/** Task that the topic brings to this audience; null when it only informs. */
export function taskFromTopic(topic: OrderTopic, audience: Audience): 'approve' | 'execute' | null {
  const found = Object.entries(taskByTopic).find(([name]) => name === topic)?.[1]
  return found?.audience === audience ? found.task : null
}

type NewTask = {
  readonly documentId: string
  readonly task: 'approve' | 'execute'
  readonly userIds: readonly string[]
  /** Name of the approver whose delay brought it to a deputy; null: it was theirs from the beginning. */
  readonly delayedBy: string | null
}

/** Writes to each of the people who reads such mails. */
export async function mailTask(
  tx: TenantTx,
  { post, origin }: Mailing,
  { documentId, task, userIds, delayedBy }: NewTask,
): Promise<void> {
  if (userIds.length === 0) return
  const found = await documentForMail(tx, documentId)
  const document = { ...found, task, decideBy: task === 'approve' ? found.decideBy : null, delayedBy }
  const readers = await findMailReaders(tx, userIds, 'due')
  const asked = task === 'approve' ? readers.map(({ userId }) => ({ userId, documentId })) : []
  const linkFor = await makeLinks(tx, asked)
  for (const person of readers) {
    const order = { ...document, link: linkFor({ userId: person.userId, documentId }) }
    await post(tx, dueLetter(person, order, origin), tx.now)
  }
}
