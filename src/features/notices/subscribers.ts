/** Two subscribers of facts: `notices` writes people's notices in the app, `mails` writes to people with a new task. */

import type { Mailing } from '#features/notices/commands/remind.ts'
import { adminsOfTopic, audiencesOfTopic } from '#features/notices/rules.ts'
import { findAudience } from '#features/notices/store/audience.ts'
import { notifyAboutComment } from '#features/notices/store/comments.ts'
import {
  firstOrderOfBatch,
  notifyAboutBatch,
  notifyAboutCompany,
  notifyAboutDelegation,
  notifyAboutInvoice,
  notifyAboutProject,
  notifyAboutProvider,
  notifyAudience,
  openPaymentsTo,
} from '#features/notices/store.ts'
import { freshFacts } from '#features/notices/subscribers/fresh-facts.ts'
import {
  mailedNoticeFromFact,
  type Notice,
  noticeFromFact,
} from '#features/notices/subscribers/notice-from-fact.ts'
import { mailQuestion } from '#features/notices/subscribers/question-mails.ts'
import { mailTask, taskFromTopic } from '#features/notices/subscribers/task-mails.ts'
import { readFacts } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Subscriber } from '#server/jobs/outbox.ts'
import { announceDocument } from '#server/jobs/pubsub.ts'

/** Origin of a notice: the fact's event, its instant, and the object it is about. */
export type NoticeSource = { readonly messageId: string; readonly at: string; readonly objectId: string }

/** Writes the notices in the app, and tells open screens that there are some. */
export const noticesSubscriber: Subscriber = {
  name: 'notices',
  everyMs: 250,
  handle: async (tx, messages) => {
    for (const fact of await readFacts(
      tx,
      messages.map(({ id }) => id),
    )) {
      const notice = noticeFromFact(fact)
      if (notice) await writeNotices(tx, notice, { messageId: fact.id, at: fact.at, objectId: fact.objectId })
    }
  },
}

/** Writes a notice to each person whom it concerns; for an order, its open screens are told too. */
export async function writeNotices(tx: TenantTx, notice: Notice, source: NoticeSource): Promise<void> {
  const { objectId, ...event } = source
  switch (notice.about) {
    case 'order': {
      const notified = await Promise.all(
        audiencesOfTopic[notice.topic].map(audience =>
          notifyAudience(tx, { ...event, ...notice, documentId: objectId }, audience),
        ),
      )
      if (notified.flat().length > 0) await announceDocument(tx, objectId)
      return
    }
    case 'comment': {
      await notifyAboutComment(tx, { ...event, documentId: objectId, commentId: notice.commentId })
      await announceDocument(tx, objectId)
      return
    }
    case 'provider': {
      const fact = { ...event, ...notice, providerId: objectId }
      await notifyAboutProvider(tx, fact, adminsOfTopic[notice.topic])
      return notice.replaced && tellApprovers(tx, { ...fact, ...notice.replaced })
    }
    case 'delegation':
      return notifyAboutDelegation(tx, { ...event, ...notice, delegationId: objectId })
    case 'project':
      return notifyAboutProject(tx, { ...event, ...notice, projectId: objectId })
    case 'company':
      return notifyAboutCompany(tx, { ...event, ...notice })
    case 'batch': {
      await notifyAboutBatch(tx, { ...event, ...notice, batchId: objectId })
      return announceBatch(tx, objectId)
    }
    case 'invoice':
      return notifyAboutInvoice(tx, { ...event, ...notice, invoiceId: objectId })
  }
}

type BankChanged = Omit<NoticeSource, 'objectId'> & {
  readonly providerId: string
  /** Person who confirmed it. */
  readonly by: string | null
}

/** Tells the approvers of each order to the provider that waits for them that its account has changed. */
async function tellApprovers(tx: TenantTx, { messageId, at, providerId, by }: BankChanged) {
  for (const documentId of await openPaymentsTo(tx, providerId)) {
    await writeNotices(
      tx,
      { about: 'order', topic: 'document.payee_changed', by, to: null, holders: null, stages: null },
      // A notice of its own for each order, however many one person approves.
      { messageId: `${messageId} ${documentId}`, at, objectId: documentId },
    )
  }
}

/** Tells the open screens of its people that a batch has changed: they read batches again with one of its orders. */
async function announceBatch(tx: TenantTx, batchId: string): Promise<void> {
  const documentId = await firstOrderOfBatch(tx, batchId)
  if (documentId !== null) await announceDocument(tx, documentId)
}

/** Mails people about their new tasks. */
export const mailsSubscriber = (mailing: Mailing): Subscriber => ({
  name: 'mails',
  everyMs: 500,
  handle: async (tx, messages) => {
    for (const fact of await freshFacts(tx, messages)) {
      const notice = mailedNoticeFromFact(fact)
      if (notice) await mailTasks(tx, mailing, notice, fact.objectId)
    }
  },
})

/** Writes to the people to whom the notice of an order brings a task, or a question to answer. */
export async function mailTasks(
  tx: TenantTx,
  mailing: Mailing,
  notice: Notice,
  documentId: string,
): Promise<void> {
  if (notice.about === 'comment')
    return mailQuestion(tx, mailing, { documentId, commentId: notice.commentId })
  if (notice.about !== 'order') return
  for (const audience of audiencesOfTopic[notice.topic]) {
    const task = taskFromTopic(notice.topic, audience)
    if (!task) continue
    const userIds = await findAudience(tx, { ...notice, documentId }, audience)
    const delayedBy = notice.topic === 'approval.deputy_asked' ? notice.holders : null
    await mailTask(tx, mailing, { documentId, task, userIds, delayedBy })
  }
}
