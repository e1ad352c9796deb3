/** Comments on an order, for whoever sees it and is of no provider. */
import { mayAnswer, mayAsk, mayComment, type Requester, readsComments } from '#features/comments/rules.ts'
import { findConcerned } from '#features/comments/store.ts'
import { commentAbility } from '#features/comments/text.ts'
import type { CommentWire, listComments } from '#features/comments/wire.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = Omit<CommentWire, 'isOpen' | 'can'> & {
  readonly isQuestion: boolean
  readonly isAnswered: boolean
}
type Order = Requester & { readonly requesterName: string }

/** Null for an order that the person does not see, and for a provider's people. */
export async function commentList(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ResponseOf<typeof listComments> | null> {
  if (!readsComments(actor)) return null
  const [order, rows, people] = await Promise.all([
    tx.one<Order>(sql`
      select d.created_by as "userId", m.active and who.active as "isThere", m.provider_id is not null as "isOfProvider",
        trim(who.name || ' ' || who.last_name) as "requesterName"
      from document d
      join member m on m.company_id = d.company_id and m.user_id = d.created_by
      join account who on who.id = m.user_id
      where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`),
    commentRows(tx, documentId),
    findConcerned(tx, actor, documentId),
  ])
  if (!order) return null
  const items = rows.map(({ isQuestion, isAnswered, ...row }) => ({
    ...row,
    isOpen: isQuestion && !isAnswered,
    can: { answer: commentAbility(mayAnswer(actor, { isQuestion, isAnswered })) },
  }))
  const can = { comment: commentAbility(mayComment(actor)), ask: commentAbility(mayAsk(actor, order)) }
  return { items, people, requesterName: order.requesterName, can }
}

/** The name of an author is that of the moment, as the journal keeps it. */
function commentRows(tx: TenantTx, documentId: string): Promise<Row[]> {
  return tx.all<Row>(sql`
    select c.id, c.created_at as at, c.author_id as "authorId", c.text, c.answers,
      coalesce((select e.actor_name from event e where e.company_id = c.company_id and e.object_type = 'document'
          and e.object_id = c.document_id and e.after ->> 'commentId' = c.id::text limit 1),
        trim(who.name || ' ' || who.last_name)) as "authorName",
      (select trim(k.name || ' ' || k.last_name) from account k where k.id = c.asked_id) as "askedName",
      array(select trim(n.name || ' ' || n.last_name) from unnest(c.mentioned) with ordinality as u (id, place)
        join account n on n.id = u.id order by u.place) as mentioned,
      (select coalesce(json_agg(json_build_object('fileId', f.id, 'name', f.name, 'mediaType', f.media_type,
          'size', f.size) order by t.position), '[]')
        from comment_attachment t join file f on f.company_id = t.company_id and f.id = t.file_id
        where t.company_id = c.company_id and t.comment_id = c.id) as files,
      c.asked_id is not null as "isQuestion", exists (select from order_comment a
        where a.company_id = c.company_id and a.answers = c.id) as "isAnswered"
    from order_comment c join account who on who.id = c.author_id
    where c.company_id = ${tx.companyId} and c.document_id = ${documentId} order by c.id`)
}
