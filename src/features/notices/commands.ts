/** Notices read and muted by their person. */
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { noticeFact } from '#features/notices/facts.ts'
import {
  type MutableTopic,
  mutableTopics,
  type NoticeRefusal,
  offeredTopics,
} from '#features/notices/rules.ts'
import { markOneRead, markRead, saveMuted } from '#features/notices/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Marks every notice of the person as read. */
export const markAllRead = async (tx: TenantTx, actor: Actor) => ({ read: await markRead(tx, actor.userId) })

/** Marks every notice of the person about one order as read; an order that they do not see is answered as unknown. */
export async function markReadOfOrder(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<{ read: number } | Refusal<NoticeRefusal>> {
  if (!(await isDocumentVisible(tx, actor, documentId))) return refuse('not_found')
  return { read: await markRead(tx, actor.userId, documentId) }
}

/** Marks one notice of the person as read; somebody else's is answered as unknown. */
export async function markNoticeRead(
  tx: TenantTx,
  actor: Actor,
  noticeId: string,
): Promise<{ read: number } | Refusal<NoticeRefusal>> {
  const read = await markOneRead(tx, actor.userId, noticeId)
  return read === 0 ? refuse('not_found') : { read }
}

/** Replaces the topics that the person has muted; notices already made stay. */
export async function saveMutedNotices(
  tx: TenantTx,
  actor: Actor,
  { muted }: { readonly muted: readonly MutableTopic[] },
) {
  const topics = mutableTopics.filter(topic => muted.includes(topic))
  await saveMuted(tx, actor.userId, topics)
  await record(tx, actor, noticeFact('notices.muted', actor.userId, { after: { muted: topics } }))
  return { muted: topics, offered: [...offeredTopics(actor.role)] }
}
