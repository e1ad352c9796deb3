// The invariants that SQL can say, as queries that return the rows which break them.
import type { Db } from '#server/db.ts'
import { part, sql } from '#server/sql.ts'
import { chainFaults } from '#tests/support/chain.ts'

/** Counted in one pass: the journal is the longest of all tables. */
const eventsOfOrders = part`(select company_id, object_id,
    count(*) filter (where action = 'execution.confirmed') as confirmed,
    count(*) filter (where action = 'document.cancelled') as cancelled,
    count(*) filter (where action in ('document.submitted', 'document.resubmitted', 'approval.decided')) as told,
    count(*) filter (where action = 'approval.undone') as undone
  from event where object_type = 'document' group by 1, 2)`

const truths = {
  'an approved order had approvals, all of them given': sql`
    select d.id from document d where d.state in ('approved', 'executed', 'execution_rejected', 'cancelled')
      and not (exists (select from approval a where a.company_id = d.company_id and a.document_id = d.id
          and a.revision = d.revision and a.status = 'approved')
        and not exists (select from approval_stage s where s.company_id = d.company_id and s.document_id = d.id
          and s.revision = d.revision and s.needed > (select count(*) from approval a where a.company_id = s.company_id
            and a.document_id = s.document_id and a.revision = s.revision and a.stage = s.stage
            and a.status = 'approved')))`,
  'an order in approval waits for somebody': sql`
    select d.id from document d where d.state = 'in_approval' and not exists (select from approval a
      where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision and a.status = 'pending')`,
  'no order waits for the approval of somebody who has left': sql`
    select a.id from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    join member m on m.company_id = a.company_id and m.user_id = a.approver_id
    join account w on w.id = a.approver_id
    where a.status = 'pending' and not (m.active and w.active)`,
  'the counters of an order equal the counts of its seats': sql`
    select d.id from document d
    left join lateral (select count(*) filter (where status = 'approved') as approved,
        count(*) filter (where status = 'rejected') as rejected, count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status in ('skipped', 'returned')) as skipped,
        count(*) filter (where status <> 'void') as total from approval a
      where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision) n on true
    where (d.approvals_approved, d.approvals_rejected, d.approvals_pending, d.approvals_skipped, d.approvals_total)
      <> (n.approved, n.rejected, n.pending, n.skipped, n.total)`,
  'a seat that was given has its giver, who wrote it down': sql`
    select a.id from approval a where a.given_by is not null and not exists (select from event e
      where e.company_id = a.company_id and e.object_type = 'document' and e.object_id = a.document_id
        and e.action = 'approval.reassigned' and e.actor_id = a.given_by
        and e.before ->> 'approverId' = a.given_from::text and e.after ->> 'approverId' = a.approver_id::text)
    union all
    select a.id from approval a where a.given_from is not null and not exists (select from approval o
      where o.company_id = a.company_id and o.document_id = a.document_id and o.revision = a.revision
        and o.stage = a.stage and o.approver_id = a.given_from and o.status = 'void')`,
  'an order is executed exactly when it has its execution': sql`
    select d.id from document d left join execution e on e.company_id = d.company_id and e.document_id = d.id
    where (d.state = 'executed') <> (e.document_id is not null)`,
  'what is said of an execution is said of one that there is, and the order shows what was said last': sql`
    select d.id from document d
    left join lateral (select r.answer from receipt r where r.company_id = d.company_id and r.document_id = d.id
      order by r.number desc limit 1) l on true
    where d.receipt is distinct from l.answer or l.answer is not null and d.state <> 'executed'
    union all
    select r.document_id from receipt r group by r.company_id, r.document_id having max(r.number) <> count(*)`,
  'a batch of payments counts and sums its orders': sql`
    select b.id from payment_batch b join lateral (select count(*) as n, sum(o.amount_minor) as m
        from payment_batch_order o where o.company_id = b.company_id and o.batch_id = b.id) o on true
    where (b.orders, b.amount_minor) <> (o.n, o.m)
    union all
    select o.document_id from payment_batch_order o
    join document d on d.company_id = o.company_id and d.id = o.document_id
    where o.released_at is null and (o.amount_minor, o.creditor_iban) is distinct from (d.amount_minor, d.bank_account)`,
  'an order lives in one batch at most, which is no cancelled one, and knows which': sql`
    select d.id from document d
    left join (select o.company_id, o.document_id, min(o.batch_id) as batch_id, count(*) as n
      from payment_batch_order o where o.released_at is null group by 1, 2) o
      on o.company_id = d.company_id and o.document_id = d.id
    where d.payment_batch_id is distinct from o.batch_id or o.n > 1
    union all
    select o.document_id from payment_batch_order o
    join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id
    where o.released_at is null and b.cancelled_at is not null`,
  'a contract’s ledger equals its orders': sql`
    select c.id from contract c
    left join lateral (select coalesce(sum(requested_minor), 0) as r, coalesce(sum(committed_minor), 0) as m,
        coalesce(sum(used_minor), 0) as u from budget_entry b
      where b.company_id = c.company_id and b.contract_id = c.id) e on true
    left join lateral (select
        coalesce(sum(amount_minor) filter (where state in ('in_approval', 'blocked')), 0) as r,
        coalesce(sum(amount_minor) filter (where state in ('approved', 'execution_rejected')), 0) as m,
        coalesce(sum(amount_minor) filter (where state = 'executed'), 0) as u
      from document d where d.company_id = c.company_id and d.contract_id = c.id) o on true
    where (e.r, e.m, e.u) <> (o.r, o.m, o.u)`,
  'a contract’s roll-up equals its ledger': sql`
    select c.id from contract c
    left join lateral (select coalesce(sum(requested_minor), 0) as r, coalesce(sum(committed_minor), 0) as m,
        coalesce(sum(used_minor), 0) as u from budget_entry b
      where b.company_id = c.company_id and b.contract_id = c.id) e on true
    left join lateral (select coalesce(sum(requested_minor), 0) as r, coalesce(sum(committed_minor), 0) as m,
        coalesce(sum(used_minor), 0) as u from budget_slot s
      where s.company_id = c.company_id and s.contract_id = c.id) s on true
    where (e.r, e.m, e.u) <> (s.r, s.m, s.u)`,
  'under bloquear nothing is overspent': sql`
    select c.id from contract c join company k on k.company_id = c.company_id
    where coalesce(c.overrun_policy, k.overrun_policy) = 'bloquear' and c.total_minor < (
      select coalesce(sum(committed_minor + used_minor), 0) from budget_slot s
      where s.company_id = c.company_id and s.contract_id = c.id)`,
  'a contract’s total is what its last amendment left, and each amended what the one before left': sql`
    select c.id from contract c join lateral (select a.to_minor from contract_amendment a
      where a.company_id = c.company_id and a.contract_id = c.id order by a.revision desc limit 1) l on true
    where c.total_minor <> l.to_minor
    union all
    select x.contract_id from (select contract_id, from_minor,
        lag(to_minor) over (partition by company_id, contract_id order by revision) as left_by from contract_amendment) x
    where x.from_minor <> x.left_by`,
  'an order waits for a decision only while its contract is active': sql`
    select d.id from document d join contract c on c.company_id = d.company_id and c.id = d.contract_id
    where d.state = 'in_approval' and c.status <> 'active'
      or d.state = 'blocked' and d.block_cause = 'contract_inactive' and c.status = 'active'`,
  'the tallies equal the orders': sql`
    select coalesce(t.project_id, d.project_id) as id from
      (select company_id, project_id, type, state, sum(count) as n, sum(amount_minor) as m from document_tally
        group by 1, 2, 3, 4 having sum(count) <> 0 or sum(amount_minor) <> 0) t
    full join (select company_id, project_id, type, state, count(*) as n, sum(amount_minor) as m from document
        group by 1, 2, 3, 4) d using (company_id, project_id, type, state)
    where (t.n, t.m) is distinct from (d.n, d.m)`,
  'an order speaks its contract’s currency': sql`
    select d.id from document d join contract c on c.company_id = d.company_id and c.id = d.contract_id
    where c.currency <> d.currency`,
  'nobody decided on what they made or were the last to change': sql`
    select a.id from approval a join document_revision r on r.company_id = a.company_id
      and r.document_id = a.document_id and r.revision in (1, a.revision)
    where r.made_by in (a.approver_id, a.decided_by) and a.status in ('approved', 'rejected', 'returned')`,
  'nobody decided two seats of a stage': sql`
    select a.document_id from approval a where a.decided_at is not null
    group by a.company_id, a.document_id, a.revision, a.stage, coalesce(a.decided_by, a.approver_id)
    having count(*) > 1`,
  'whoever decided for another stood in for them that day, up to that amount': sql`
    select a.id from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    join company k on k.company_id = a.company_id
    where a.decided_by is not null and not exists (select from delegation g where g.company_id = a.company_id
      and g.from_user = a.approver_id and g.to_user = a.decided_by
      and (a.decided_at at time zone k.time_zone)::date between g.starts_on and g.ends_on
      and g.created_at <= a.decided_at and (g.ended_at is null or g.ended_at >= a.decided_at)
      and (g.max_minor is null or g.currency = d.currency and d.amount_minor <= g.max_minor))
    union all
    select a.id from approval a where a.decided_by is not null and not exists (select from event e
      where e.company_id = a.company_id and e.object_id = a.document_id and e.action = 'approval.decided'
        and e.actor_id = a.decided_by and e.on_behalf_of = a.approver_id and e.at = a.decided_at)`,
  'nobody has two substitutes on a day': sql`
    select g.id from delegation g join delegation o on o.company_id = g.company_id and o.from_user = g.from_user
      and o.id <> g.id and o.ended_at is null and o.starts_on <= g.ends_on and g.starts_on <= o.ends_on
    where g.ended_at is null`,
  'a stage is decided only once those before it are satisfied': sql`
    select a.id from approval a join approval_stage s on s.company_id = a.company_id
      and s.document_id = a.document_id and s.revision = a.revision and s.stage = a.stage
    where a.status in ('approved', 'rejected', 'returned') and exists (select from approval_stage b
      where b.company_id = s.company_id and b.document_id = s.document_id and b.revision = s.revision
        and b.turn < s.turn and b.outcome <> 'approved')`,
  'no balance of a contract is negative': sql`
    select contract_id as id from budget_entry group by company_id, contract_id
    having least(sum(requested_minor), sum(committed_minor), sum(used_minor)) < 0`,
  'nobody executed what they asked for': sql`
    select e.document_id as id from execution e join document d on d.company_id = e.company_id and d.id = e.document_id
    where e.executed_by in (d.created_by, d.changed_by)`,
  'every confirmation and every cancellation has its event, and only one': sql`
    select d.id from document d left join ${eventsOfOrders} e on e.company_id = d.company_id and e.object_id = d.id
    where (coalesce(e.confirmed, 0), coalesce(e.cancelled, 0))
      <> ((d.state = 'executed')::int, (d.state = 'cancelled')::int)`,
  'whoever did something is somebody': sql`
    select e.id::text from event e where e.actor_id is not null
      and not exists (select from account a where a.id = e.actor_id)
    or e.on_behalf_of is not null and not exists (select from account a where a.id = e.on_behalf_of)`,
  'every submission and decision has its event': sql`
    select d.id from document d left join ${eventsOfOrders} e on e.company_id = d.company_id and e.object_id = d.id
    left join (select company_id, document_id, count(*) as made from document_revision group by 1, 2) r
      on r.company_id = d.company_id and r.document_id = d.id
    left join (select company_id, document_id, count(decided_at) as decided from approval group by 1, 2) a
      on a.company_id = d.company_id and a.document_id = d.id
    where coalesce(e.told, 0) <> coalesce(r.made, 0) + coalesce(a.decided, 0) + coalesce(e.undone, 0)`,
}

const wholeChains = 'the journal of each company is one whole chain'

/** Each promise, for whoever wants to say that it was looked at. */
export const promises: readonly string[] = [...Object.keys(truths), wholeChains]

/** What is broken, by the promise it breaks; empty when all hold. */
export async function brokenTruths({
  owner,
}: {
  owner: Pick<Db, 'run'>
}): Promise<{ [promise: string]: string[] }> {
  const found: { [promise: string]: string[] } = {}
  for (const [promise, query] of Object.entries(truths)) {
    const rows = await owner.run<{ id: string }>(query)
    if (rows.length > 0) found[promise] = rows.map(row => row.id)
  }
  const faults = await chainFaults(owner)
  if (faults.length > 0)
    found[wholeChains] = faults.map(({ companyId, sequence, kind }) => `${companyId} ${sequence} ${kind}`)
  return found
}
