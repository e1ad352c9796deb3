/** Messages of the outbox of the release before 0.3, as notices and mails: to be removed with that outbox. */
import { recordEnd } from '#features/identity/subscribers.ts'
import type { Mailing } from '#features/notifications/commands/remind.ts'
import {
  companyTopics,
  delegationTopics,
  orderTopics,
  projectTopics,
  providerTopics,
} from '#features/notifications/rules.ts'
import type { Notice } from '#features/notifications/subscribers/notice-from-fact.ts'
import { mailTasks, writeNotices } from '#features/notifications/subscribers.ts'
import type { FormerConsumer, FormerMessage } from '#server/jobs/former-outbox.ts'
import { announceOrder } from '#server/jobs/pubsub.ts'

export const formerConsumer =
  (mailing: Mailing): FormerConsumer =>
  async (tx, message) => {
    const { id: messageId, at, topic, payload } = message
    if (topic === 'impersonation.over') {
      const [id, objectId] = [String(payload.sessionId), String(payload.viewedId)]
      return recordEnd(tx, { id, objectId, at })
    }
    const { documentId, providerId, delegationId, projectId } = payload
    if (documentId !== undefined) await announceOrder(tx, String(documentId))
    const notice = noticeFromMessage(message)
    if (!notice) return
    const objectId = String(documentId ?? providerId ?? delegationId ?? projectId ?? tx.companyId)
    await writeNotices(tx, notice, { messageId, at, objectId })
    await mailTasks(tx, mailing, notice, objectId)
  }

function noticeFromMessage({ topic: sought, payload }: FormerMessage): Notice | null {
  const said = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null)
  const is = (topic: string) => topic === sought
  const orders = orderTopics.find(is)
  const who = { by: said('by'), to: said('to'), holders: said('holders') }
  if (orders) return { about: 'order', topic: orders, ...who }
  const providers = providerTopics.find(is)
  if (providers) return { about: 'provider', topic: providers, askedBy: said('askedBy') ?? '' }
  const delegations = delegationTopics.find(is)
  if (delegations) return { about: 'delegation', topic: delegations, by: said('by') }
  const by = said('by') ?? ''
  const projects = projectTopics.find(is)
  if (projects) return { about: 'project', topic: projects, by }
  const companies = companyTopics.find(is)
  return companies ? { about: 'company', topic: companies, by, policy: said('policy') ?? '' } : null
}
