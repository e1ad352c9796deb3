// Comparison of the journal with the rows it describes: each query returns the rows that break its promise.
import { part, sql } from '#server/database/sql.ts'

/** Number of events of each order, by action, counted in one pass: the journal is the longest of all tables. */
const eventsOfOrders = part`(select company_id, object_id,
    count(*) filter (where action = 'execution.confirmed') as confirmed,
    count(*) filter (where action in ('execution.payment_returned', 'execution.credit_reopened')) as came_back,
    count(*) filter (where action = 'document.cancelled') as cancelled,
    count(*) filter (where action in ('document.submitted', 'document.resubmitted', 'approval.decided')
      and not coalesce(after ? 'forced', false)) as told,
    count(*) filter (where action in ('approval.undone', 'approval.taken_back')) as undone
  from event where object_type = 'document' group by 1, 2)`

/** @param at Moment as of which an event has waited. */
export const journalInvariants = (at: Date) => ({
  'every confirmation and every cancellation has its event, and only one, and so has a payment that came back': sql`
    select d.id from document d left join ${eventsOfOrders} e on e.company_id = d.company_id and e.object_id = d.id
    left join (select company_id, document_id, count(*) as made, count(returned_at) as came_back from execution
      group by 1, 2) x on x.company_id = d.company_id and x.document_id = d.id
    where (coalesce(e.confirmed, 0), coalesce(e.cancelled, 0), coalesce(e.came_back, 0))
      <> (coalesce(x.made, 0), (d.state = 'cancelled')::int, coalesce(x.came_back, 0))`,
  'no event waits long for its seal': sql`
    select u.company || ' since ' || min(e.at) as id from event_unsealed u
    join event e on e.company_id = u.company and e.id = u.event_id
    where e.at < ${at}::timestamptz - interval '10 minutes' group by u.company`,
  'whoever did something is somebody': sql`
    select e.id::text from event e where e.actor_id is not null
      and not exists (select from account who where who.id = e.actor_id)
    or e.on_behalf_of is not null and not exists (select from account who where who.id = e.on_behalf_of)`,
  'an approval was taken back by who gave it, within minutes, of an order with which nothing had been done': sql`
    select t.object_id || ' ' || t.id as id from event t
    cross join lateral (select a.number, a.at, a.actor_id from event a where a.company_id = t.company_id
        and a.object_type = 'document' and a.object_id = t.object_id and a.action = 'approval.decided'
        and a.after ->> 'state' = 'approved' and a.number < t.number order by a.number desc limit 1) a
    where t.object_type = 'document' and t.action = 'approval.taken_back'
      and (a.actor_id <> t.actor_id or t.at > a.at + interval '15 minutes' or exists (select from event b
        where b.company_id = t.company_id and b.object_type = 'document' and b.object_id = t.object_id
          and b.number > a.number and b.number < t.number and (b.action like 'execution.%'
            or b.action in ('document.delivered', 'document.cancelled', 'approval.taken_back'))))`,
  'every comment has its event, with what its author wrote and the files that belong to it, and only one': sql`
    select coalesce(c.id::text, e.id::text) as id from order_comment c
    full join (select * from event where object_type = 'document' and action like 'comment.%') e
      on e.company_id = c.company_id and e.after ->> 'commentId' = c.id::text
    where (c.document_id, c.author_id, c.text, c.answers::text, c.asked_id::text, to_jsonb(c.mentioned),
        (select coalesce(jsonb_agg(t.file_id order by t.position), '[]') from comment_attachment t
          where t.company_id = c.company_id and t.comment_id = c.id))
      is distinct from (e.object_id, e.actor_id, e.reason, e.after ->> 'answers', e.after ->> 'askedId',
        e.after -> 'mentioned', e.after -> 'fileIds')`,
  'every submission and decision has its event': sql`
    select d.id from document d left join ${eventsOfOrders} e on e.company_id = d.company_id and e.object_id = d.id
    left join (select company_id, document_id, count(*) as made from document_revision group by 1, 2) r
      on r.company_id = d.company_id and r.document_id = d.id
    left join (select company_id, document_id, count(decided_at) as decided from approval group by 1, 2) a
      on a.company_id = d.company_id and a.document_id = d.id
    where coalesce(e.told, 0) <> coalesce(r.made, 0) + coalesce(a.decided, 0) + coalesce(e.undone, 0)`,
})
