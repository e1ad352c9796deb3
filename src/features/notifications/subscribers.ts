/** Subscribers of facts: people's notices in the app, and mails about new tasks. */
import type { Mailing } from '#features/notifications/commands/remind.ts'
import { toldOfProvider, toldTo } from '#features/notifications/rules.ts'
import {
  findAudience,
  tellAdmins,
  tellAudience,
  tellBoth,
  tellOtherAdmins,
  tellOthers,
} from '#features/notifications/store.ts'
import { topicTask, writeDue } from '#features/notifications/subscribers/due.ts'
import {
  mailedNoticeFromFact,
  type Notice,
  noticeFromFact,
} from '#features/notifications/subscribers/notice-from-fact.ts'
import { readFacts } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Subscriber } from '#server/jobs/outbox.ts'
import { announceOrder } from '#server/jobs/pubsub.ts'

/** Where a notice comes from: the fact's event, its instant, and the object it is about. */
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

export async function writeNotices(tx: TenantTx, notice: Notice, source: NoticeSource): Promise<void> {
  const { objectId, ...fact } = source
  switch (notice.about) {
    case 'order': {
      const told = await Promise.all(
        toldTo[notice.topic].map(audience =>
          tellAudience(tx, { ...fact, ...notice, documentId: objectId }, audience),
        ),
      )
      if (told.flat().length > 0) await announceOrder(tx, objectId)
      return
    }
    case 'provider':
      return tellAdmins(tx, { ...fact, ...notice, providerId: objectId }, toldOfProvider[notice.topic])
    case 'delegation':
      return tellBoth(tx, { ...fact, ...notice, delegationId: objectId })
    case 'project':
      return tellOthers(tx, { ...fact, ...notice, projectId: objectId })
    case 'company':
      return tellOtherAdmins(tx, { ...fact, ...notice })
  }
}

/** Maximum age of a fact that still sends mails: an imported history sends none. */
const freshMs = 24 * 3600_000

/** Mails people about their new tasks. */
export const mailsSubscriber = (mailing: Mailing): Subscriber => ({
  name: 'mails',
  everyMs: 500,
  handle: async (tx, messages) => {
    const fresh = messages.filter(({ at }) => tx.now.getTime() - Date.parse(at) < freshMs)
    for (const fact of await readFacts(
      tx,
      fresh.map(({ id }) => id),
    )) {
      const notice = mailedNoticeFromFact(fact)
      if (notice) await mailTasks(tx, mailing, notice, fact.objectId)
    }
  },
})

export async function mailTasks(
  tx: TenantTx,
  mailing: Mailing,
  notice: Notice,
  documentId: string,
): Promise<void> {
  if (notice.about !== 'order') return
  for (const audience of toldTo[notice.topic]) {
    const task = topicTask(notice.topic, audience)
    if (!task) continue
    const userIds = await findAudience(tx, { ...notice, documentId }, audience)
    await writeDue(tx, mailing, { documentId, task, userIds })
  }
}
