/** Consumer of the former outbox, of the release before 0.3: its messages become notices and mails. To be removed with that outbox. */
import { recordEnd } from '#features/identity/subscribers.ts'
import type { Mailing } from '#features/notices/commands/remind.ts'
import {
  companyTopics,
  delegationTopics,
  orderTopics,
  projectTopics,
  providerTopics,
} from '#features/notices/rules.ts'
import type { Notice } from '#features/notices/subscribers/notice-from-fact.ts'
import { mailTasks, writeNotices } from '#features/notices/subscribers.ts'
import type { FormerConsumer, FormerMessage } from '#server/jobs/former-outbox.ts'
import { announceDocument } from '#server/jobs/pubsub.ts'

export const formerConsumer =
  (mailing: Mailing): FormerConsumer =>
  async (tx, message) => {
    const { id: messageId, at, topic, payload } = message
    if (topic === 'impersonation.over') {
      const [id, objectId] = [String(payload.sessionId), String(payload.viewedId)]
      return recordEnd(tx, { id, objectId, at })
    }
    const { documentId, providerId, delegationId, projectId } = payload
    if (documentId !== undefined) await announceDocument(tx, String(documentId))
    const notice = noticeFromMessage(message)
    if (!notice) return
    const objectId = String(documentId ?? providerId ?? delegationId ?? projectId ?? tx.companyId)
    await writeNotices(tx, notice, { messageId, at, objectId })
    await mailTasks(tx, mailing, notice, objectId)
  }

function noticeFromMessage({ topic: sought, payload }: FormerMessage): Notice | null {
  const textFrom = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null)
  const isTopic = (topic: string) => topic === sought
  const documentTopic = orderTopics.find(isTopic)
  const who = { by: textFrom('by'), to: textFrom('to'), holders: textFrom('holders'), stages: null }
  if (documentTopic) return { about: 'order', topic: documentTopic, ...who }
  const providerTopic = providerTopics.find(isTopic)
  if (providerTopic) return { about: 'provider', topic: providerTopic, askedBy: textFrom('askedBy') ?? '' }
  const delegationTopic = delegationTopics.find(isTopic)
  if (delegationTopic) return { about: 'delegation', topic: delegationTopic, by: textFrom('by') }
  const by = textFrom('by') ?? ''
  const projectTopic = projectTopics.find(isTopic)
  if (projectTopic) return { about: 'project', topic: projectTopic, by }
  const companyTopic = companyTopics.find(isTopic)
  return companyTopic ? { about: 'company', topic: companyTopic, by, policy: textFrom('policy') ?? '' } : null
}
