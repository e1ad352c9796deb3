/** Whom a comment on an order concerns, and what it is to each of them. */
import type { CommentTopic } from '#features/notices/rules.ts'
import type { NotifiedFact } from '#features/notices/store/audience.ts'
import { insertNotices, noObject } from '#features/notices/store.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type CommentAdded = Omit<NotifiedFact, 'topic'> & {
  readonly documentId: string
  readonly commentId: string
}

/**
 * Notifies, once, whoever is asked, whose question is answered, who is mentioned, the requester of the order and whoever
 * commented on it before, except the comment's author. Each is told what concerns them most; those last two may mute it.
 */
export async function notifyAboutComment(
  tx: TenantTx,
  { documentId, commentId, ...fact }: CommentAdded,
): Promise<void> {
  const people = await tx.all<{ userId: string; topic: CommentTopic }>(sql`
    select * from (
      select m.user_id as "userId", m.muted_topics, case when m.user_id = c.asked_id then 'comment.asked'
        when m.user_id = q.author_id then 'comment.answered'
        when m.user_id = any (c.mentioned) then 'comment.mentioned'
        when m.user_id = d.created_by or exists (select from order_comment o where o.company_id = c.company_id
          and o.document_id = c.document_id and o.author_id = m.user_id and o.id < c.id) then 'comment.added' end as topic
      from order_comment c
      join document d on d.company_id = c.company_id and d.id = c.document_id
      left join order_comment q on q.company_id = c.company_id and q.id = c.answers
      join member m on m.company_id = c.company_id and m.active and m.provider_id is null and m.user_id <> c.author_id
      where c.company_id = ${tx.companyId} and c.id = ${commentId}) concerned
    where topic is not null and not (topic = 'comment.added' and topic = any (muted_topics))`)
  for (const [topic, told] of Map.groupBy(people, person => person.topic))
    await insertNotices(
      tx,
      { ...fact, topic },
      told.map(({ userId }) => userId),
      { ...noObject, documentId },
    )
}

/** A question that nobody has answered, for the mail to whom it asks; null for one that was answered meanwhile. */
export function questionForMail(
  tx: TenantTx,
  commentId: string,
): Promise<{ askedId: string; byName: string; text: string } | null> {
  return tx.one(sql`
    select c.asked_id as "askedId", trim(who.name || ' ' || who.last_name) as "byName", c.text
    from order_comment c join account who on who.id = c.author_id
    where c.company_id = ${tx.companyId} and c.id = ${commentId} and c.asked_id is not null
      and not exists (select from order_comment a where a.company_id = c.company_id and a.answers = c.id)`)
}
