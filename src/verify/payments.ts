// Promises about executions, receipts and payment batches: each query returns the rows that break its promise.
import { sql } from '#server/database/sql.ts'
import { charge, payable } from '#verify/amounts.ts'

export const paymentsInvariants = {
  'an order is executed exactly when it has its execution': sql`
    select d.id from document d left join execution e on e.company_id = d.company_id and e.document_id = d.id
      and e.is_last and e.returned_at is null
    where (d.state = 'executed') <> (e.document_id is not null)`,
  'the payments of an order add up to what is paid, and their shares to its charge and its amount': sql`
    select d.id from document d join (select company_id, document_id, count(*) as n, max(number) as last,
        count(*) filter (where is_paid) as made, sum(amount_minor) as paid, sum(charge_minor) as charged,
        sum(billed_minor) as billed from payment group by 1, 2) y
      on y.company_id = d.company_id and y.document_id = d.id
    where (y.n, y.paid, y.charged, y.billed) is distinct from (y.last, ${payable}, ${charge}, d.amount_minor)
      or (case when y.n > 1 then y.n end, case when y.n > 1 then y.made end)
        is distinct from (d.payments, d.payments_made)
    union all
    select d.id from document d where (d.payments is not null or d.due_on is not null) and not exists (
      select from payment y where y.company_id = d.company_id and y.document_id = d.id)`,
  'a payment is made exactly when it has an execution that has not come back, of its shares': sql`
    select y.document_id || ' ' || y.number as id from payment y
    join document d on d.company_id = y.company_id and d.id = y.document_id
    left join execution e on e.company_id = y.company_id and e.document_id = y.document_id and e.payment = y.number
      and e.returned_at is null
    where y.is_paid <> (e.document_id is not null)
      or e.document_id is not null and d.payments is not null
        and (e.charge_minor, e.billed_minor) is distinct from (y.charge_minor, y.billed_minor)
    union all
    select e.document_id || ' ' || e.payment from execution e
    join document d on d.company_id = e.company_id and d.id = e.document_id
    where e.payment > coalesce(d.payments, 1) or (d.payments is null) <> (e.charge_minor is null)`,
  // The order is that of the journal's numbers: instants are taken before a lock is waited for.
  'a payment is made once between two returns, and waits in one batch at most': sql`
    select e.document_id || ' ' || e.payment as id from execution e where e.returned_at is null
    group by e.company_id, e.document_id, e.payment having count(*) > 1
    union all
    select e.document_id || ' ' || e.payment from execution e where e.attempt > 1 and not exists (
      select from execution p
      join event r on r.company_id = p.company_id and r.object_type = 'document' and r.object_id = p.document_id
        and r.action in ('execution.payment_returned', 'execution.credit_reopened') and r.at = p.returned_at
        and (r.after ->> 'payment')::int = p.payment and (r.after ->> 'attempt')::int = p.attempt
      join event c on c.company_id = p.company_id and c.object_type = 'document' and c.object_id = p.document_id
        and c.action = 'execution.confirmed' and c.at = e.confirmed_at and c.number > r.number
      where p.company_id = e.company_id and p.document_id = e.document_id and p.payment = e.payment
        and p.attempt = e.attempt - 1)
    union all
    select o.document_id || ' ' || o.payment from payment_batch_order o where o.released_at is null
    group by o.company_id, o.document_id, o.payment having count(*) > 1`,
  'an order is due on the day of its next payment, or of the last': sql`
    select d.id from document d where d.due_on is distinct from coalesce(
      (select min(y.due_on) from payment y where y.company_id = d.company_id and y.document_id = d.id and not y.is_paid
        and y.number = (select min(n.number) from payment n where n.company_id = d.company_id
          and n.document_id = d.id and not n.is_paid)),
      (select max(y.due_on) from payment y where y.company_id = d.company_id and y.document_id = d.id))`,
  'what is said of an execution is said of one that there is, and the order shows what was said last': sql`
    select d.id from document d
    cross join lateral (select (array_agg(r.answer order by r.number desc))[1] as answer from receipt r
      where r.company_id = d.company_id and r.document_id = d.id and not exists (select from execution e
        where e.company_id = d.company_id and e.document_id = d.id and e.returned_at >= r.given_at)) l
    where d.receipt is distinct from l.answer or l.answer is not null and d.state <> 'executed'
    union all
    select r.document_id from receipt r group by r.company_id, r.document_id having max(r.number) <> count(*)`,
  'a batch of payments counts and sums its orders': sql`
    select b.id from payment_batch b cross join lateral (select count(*) as n, sum(o.amount_minor) as m
        from payment_batch_order o where o.company_id = b.company_id and o.batch_id = b.id) o
    where (b.orders, b.amount_minor) <> (o.n, o.m)
    union all
    select o.document_id from payment_batch_order o
    join document d on d.company_id = o.company_id and d.id = o.document_id
    where o.released_at is null and (o.amount_minor + coalesce(o.netted_minor, 0), o.creditor_iban) is distinct from (coalesce(
      (select y.amount_minor from payment y where y.company_id = d.company_id and y.document_id = d.id
        and y.number = o.payment), ${payable}), d.bank_account)`,
  'what a batch transfers is what is paid less its credit notes, of the same provider and client': sql`
    select o.batch_id || ' ' || o.document_id as id from payment_batch_order o
    cross join lateral (select sum(c.amount_minor) as taken, bool_or(c.released_at is distinct from o.released_at) as apart
      from netted_credit_note c
      where c.company_id = o.company_id and c.batch_id = o.batch_id and c.document_id = o.document_id) c
    where o.amount_minor <= 0 or o.netted_minor is distinct from c.taken or c.apart
    union all
    select c.batch_id || ' ' || c.credit_note_id from netted_credit_note c
    join document n on n.company_id = c.company_id and n.id = c.credit_note_id
    join document d on d.company_id = c.company_id and d.id = c.document_id
    where n.credited_id is null or d.credited_id is not null
      or (n.type, n.provider_id, n.client_id, n.currency) <> (d.type, d.provider_id, d.client_id, d.currency)
      or c.released_at is null and c.amount_minor <> coalesce(n.payable_minor, n.amount_minor)`,
  'a credit note is netted once, and is executed with the payment that it reduces': sql`
    select c.credit_note_id as id from netted_credit_note c where c.released_at is null
    group by c.company_id, c.credit_note_id having count(*) > 1
    union all
    select c.credit_note_id from netted_credit_note c
    join payment_batch_order o on o.company_id = c.company_id and o.batch_id = c.batch_id and o.document_id = c.document_id
    join document n on n.company_id = c.company_id and n.id = c.credit_note_id
    left join execution x on x.company_id = c.company_id and x.document_id = c.credit_note_id and x.returned_at is null
    left join execution e on e.company_id = o.company_id and e.document_id = o.document_id and e.payment = o.payment
      and e.returned_at is null
    where c.released_at is null and ((n.state, n.netted_batch_id) is distinct from (case when e.document_id is null then 'approved' else 'executed' end,
        case when e.document_id is null then c.batch_id end)
      or (x.executed_by, x.executed_for, x.executed_on, x.reference, x.confirmed_at)
        is distinct from (e.executed_by, e.executed_for, e.executed_on, e.reference, e.confirmed_at)
      or e.document_id is not null and e.netted_minor is distinct from o.netted_minor)
    union all
    select e.document_id from execution e where e.netted_minor is not null and e.returned_at is null
      and not exists (select from payment_batch_order o where o.company_id = e.company_id
        and o.document_id = e.document_id and o.payment = e.payment and o.released_at is null
        and o.netted_minor = e.netted_minor)
    union all
    select d.id from document d where d.netted_batch_id is not null and not exists (select from netted_credit_note c
      where c.company_id = d.company_id and c.batch_id = d.netted_batch_id and d.id in (c.document_id, c.credit_note_id)
        and c.released_at is null)`,
  'nobody released the batch that they made, and no file left before its release': sql`
    select b.id from payment_batch b
    where array[b.released_by, b.released_for] && array_remove(array[b.made_by, b.made_for], null)
    union all
    select b.id from payment_batch b join event e on e.company_id = b.company_id and e.object_type = 'payment_batch'
      and e.object_id = b.id and e.action = 'batch.downloaded'
    where b.needs_release and not exists (select from event z where z.company_id = b.company_id
      and z.object_type = 'payment_batch' and z.object_id = b.id and z.action = 'batch.released'
      and z.number < e.number)`,
  'an order lives in one batch at most, which is no cancelled one, and knows which': sql`
    select d.id from document d where d.payment_batch_id is not null and not exists (select from payment_batch_order o
      where o.company_id = d.company_id and o.batch_id = d.payment_batch_id and o.document_id = d.id
        and o.released_at is null)
    union all
    select o.document_id from payment_batch_order o
    join document d on d.company_id = o.company_id and d.id = o.document_id
    where o.released_at is null and d.payment_batch_id is distinct from o.batch_id
      and not exists (select from execution e where e.company_id = o.company_id and e.document_id = o.document_id
        and e.payment = o.payment and e.returned_at is null)
    union all
    select o.document_id from payment_batch_order o
    join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id
    where o.released_at is null and b.cancelled_at is not null
    union all
    select d.id from document d
    join payment_batch_order o on o.company_id = d.company_id and o.batch_id = d.payment_batch_id
      and o.document_id = d.id and o.released_at is null
    join execution e on e.company_id = o.company_id and e.document_id = o.document_id and e.payment = o.payment
      and e.returned_at is null
    where d.state = 'approved'`,
  'an order that a recurrence made is of its owner, its project and its provider': sql`
    select o.document_id as id from recurrence_order o
    join recurrence r on r.company_id = o.company_id and r.id = o.recurrence_id
    join document d on d.company_id = o.company_id and d.id = o.document_id
    join document s on s.company_id = r.company_id and s.id = r.document_id
    where (d.created_by, d.project_id, d.type) is distinct from (r.owner_id, s.project_id, s.type)
      or d.revision = 1 and d.provider_id <> s.provider_id and s.revision = 1`,
  'nobody executed an order of which they wrote any revision': sql`
    select e.document_id as id from execution e join document_revision r on r.company_id = e.company_id
      and r.document_id = e.document_id
      and (e.executed_by in (r.made_by, r.made_for) or e.executed_for in (r.made_by, r.made_for))`,
  'what was sent again, after a file that somebody had was cancelled, is known to the bank as before': sql`
    select o.document_id as id from payment_batch_order o
    join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id
    join payment_batch_order p on p.company_id = o.company_id and p.document_id = o.document_id
      and p.payment = o.payment
    join payment_batch c on c.company_id = p.company_id and c.id = p.batch_id and c.number > b.number
      and c.made_at > b.cancelled_at
    where b.cancelled_at is not null and b.downloaded_at is not null and p.end_to_end_id <> o.end_to_end_id
      and not exists (select from payment_batch_order g
        join payment_batch h on h.company_id = g.company_id and h.id = g.batch_id
        where g.company_id = o.company_id and g.document_id = o.document_id and g.payment = o.payment
          and h.cancelled_at is null and g.released_at > o.released_at and g.released_at < c.made_at)
      and not exists (select from execution e where e.company_id = o.company_id
        and e.document_id = o.document_id and e.payment = o.payment
        and e.returned_at > o.released_at and e.returned_at < c.made_at)
      -- From this rule on: earlier files stay what they are.
      and exists (select from event e where e.company_id = c.company_id and e.object_type = 'payment_batch'
        and e.object_id = c.id and e.action = 'batch.created' and e.after ? 'endToEndIds')`,
  'nobody executed what they decided, also for another': sql`
    select e.document_id as id from execution e join approval_stage s on s.company_id = e.company_id
      and s.document_id = e.document_id and s.forced_by in (e.executed_by, e.executed_for)
    union all
    select e.document_id from execution e
    join company k on k.company_id = e.company_id and not k.executor_may_approve
    where exists (select from approval a where a.company_id = e.company_id and a.document_id = e.document_id
        and a.decided_at is not null
        and (e.executed_by in (a.approver_id, a.decided_by) or e.executed_for in (a.approver_id, a.decided_by)))
      -- A company that once let approvers execute said so in its journal.
      and not exists (select from event v where v.company_id = e.company_id and v.action = 'company.settings_changed'
        and v.before ->> 'executorMayApprove' = 'true')`,
  'whoever executed for another stood in for them that day, in executing, up to that amount': sql`
    select e.document_id as id from execution e
    join document d on d.company_id = e.company_id and d.id = e.document_id
    join company k on k.company_id = e.company_id
    join event s on s.company_id = e.company_id and s.object_type = 'document' and s.object_id = e.document_id
      and s.action = 'execution.confirmed' and s.actor_id = e.executed_by and s.at = e.confirmed_at
    where e.executed_for is not null and not exists (select from delegation g
      join event m on m.company_id = g.company_id and m.object_type = 'delegation' and m.object_id = g.id::text
        and m.action = 'delegation.made' and m.number < s.number
      left join event n on n.company_id = g.company_id and n.object_type = 'delegation' and n.object_id = g.id::text
        and n.action = 'delegation.ended'
      where g.company_id = e.company_id and g.from_user = e.executed_for and g.to_user = e.executed_by
      and g.covers <> 'approve' and (e.confirmed_at at time zone k.time_zone)::date between g.starts_on and g.ends_on
      and (n.number is null or n.number > s.number) and (g.ended_at is null) = (n.number is null)
      and (g.max_minor is null or g.currency = d.currency and d.amount_minor <= g.max_minor))`,
  'whoever made or released a batch for another stood in for them that day, in executing, up to the amount of one of its orders at least': sql`
    select b.id from payment_batch b join company k on k.company_id = b.company_id
    cross join lateral (values ('batch.created', b.made_by, b.made_for, b.made_at),
      ('batch.released', b.released_by, b.released_for, b.released_at)) h (action, by_id, for_id, at)
    join event s on s.company_id = b.company_id and s.object_type = 'payment_batch' and s.object_id = b.id
      and s.action = h.action and s.actor_id = h.by_id and s.at = h.at
    where h.for_id is not null and not exists (select from delegation g
      join event m on m.company_id = g.company_id and m.object_type = 'delegation' and m.object_id = g.id::text
        and m.action = 'delegation.made' and m.number < s.number
      left join event n on n.company_id = g.company_id and n.object_type = 'delegation' and n.object_id = g.id::text
        and n.action = 'delegation.ended'
      where g.company_id = b.company_id and g.from_user = h.for_id and g.to_user = h.by_id and g.covers <> 'approve'
      and (h.at at time zone k.time_zone)::date between g.starts_on and g.ends_on
      and (n.number is null or n.number > s.number) and (g.ended_at is null) = (n.number is null)
      and (g.max_minor is null or exists (select from payment_batch_order o
        join document d on d.company_id = o.company_id and d.id = o.document_id
        where o.company_id = b.company_id and o.batch_id = b.id
          and g.currency = d.currency and d.amount_minor <= g.max_minor)))`,
  'what is paid in a batch was confirmed there, and nothing that was confirmed by hand is in one': sql`
    select d.id from document d where d.state = 'executed' and d.payment_batch_id is not null
      and not exists (select from event e where e.company_id = d.company_id and e.object_type = 'payment_batch'
        and e.object_id = d.payment_batch_id and e.action = 'batch.confirmed' and e.after -> 'documentIds' ? d.id)`,
}
