// Promises about approvals, given and pending: each query returns the rows that break its promise.
import { part, sql } from '#server/database/sql.ts'

/** True for the event `e` by which the approver of the stage `s` was added. */
const addition = part`e.company_id = s.company_id and e.object_type = 'document' and e.object_id = s.document_id
  and e.action = 'document.approver_added' and (e.after ->> 'revision')::int = s.revision
  and (e.after ->> 'stage')::int = s.stage`

/** True for the seat `a` of the stage `s`. */
const seatOfStage = part`a.company_id = s.company_id and a.document_id = s.document_id and a.revision = s.revision
  and a.stage = s.stage`

/** True for the event `e` by which the deputy's seat `a` was given. */
const deputySeated = part`e.company_id = a.company_id and e.object_type = 'document' and e.object_id = a.document_id
  and e.action = 'approval.deputy_seated' and (e.after ->> 'revision')::int = a.revision
  and (e.after ->> 'stage')::int = a.stage and e.after ->> 'waitingSeatId' = a.pair_id::text
  and (e.after ->> 'afterDays')::int = a.deputy_days`

export const approvalsInvariants = {
  // Of a forced stage its fact is asked below.
  'an approved order had approvals, all of them given': sql`
    select d.id from document d where d.state in ('approved', 'executed', 'execution_rejected', 'cancelled')
      and not (exists (select from approval a where a.company_id = d.company_id and a.document_id = d.id
          and a.revision = d.revision and (a.status = 'approved' or exists (select from approval_stage s
            where s.company_id = a.company_id and s.document_id = a.document_id and s.revision = a.revision
              and s.stage = a.stage and s.forced_by is not null)))
        and not exists (select from approval_stage s where s.company_id = d.company_id and s.document_id = d.id
          and s.revision = d.revision and s.forced_by is null and s.needed > (select count(*) from approval a where a.company_id = s.company_id
            and a.document_id = s.document_id and a.revision = s.revision and a.stage = s.stage
            and a.status = 'approved')))`,
  'a seat knows the project of its order, or none yet': sql`
    select a.id from approval a join document d on d.company_id = a.company_id and d.id = a.document_id
    where a.project_id <> d.project_id`,
  'an order in approval waits for somebody in its turn': sql`
    select d.id from document d where d.state = 'in_approval' and not exists (select from approval a
      join approval_stage s on ${seatOfStage}
      where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision and a.status = 'pending'
        and s.turn = d.turn)`,
  'no order waits for the approval of somebody who has left': sql`
    select a.id from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    join member m on m.company_id = a.company_id and m.user_id = a.approver_id
    join account who on who.id = a.approver_id
    where a.status = 'pending' and not (m.active and who.active)`,
  'an open seat is one that its person may hold': sql`
    select a.id from approval a
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
      and s.revision = a.revision and s.stage = a.stage
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    join member m on m.company_id = a.company_id and m.user_id = a.approver_id
    join account who on who.id = a.approver_id
    where a.status = 'pending' and not (who.role in ('admin', 'approver') and m.client_id is null
      or who.role in ('client', 'client_user') and m.client_id = d.client_id and s.origin <> 'overrun')`,
  'the counters of an order equal the counts of its seats': sql`
    select d.id from document d
    cross join lateral (select count(*) filter (where status = 'approved') as approved,
        count(*) filter (where status = 'rejected') as rejected, count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status in ('skipped', 'returned')) as skipped,
        count(*) filter (where status <> 'void') as total from approval a
      where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision) n
    where (d.approvals_approved, d.approvals_rejected, d.approvals_pending, d.approvals_skipped, d.approvals_total)
      <> (n.approved, n.rejected, n.pending, n.skipped, n.total)`,
  'a seat that was given has its giver, who wrote it down': sql`
    select a.id from approval a where a.given_from is not null and not exists (select from event e
      where e.company_id = a.company_id and e.object_type = 'document' and e.object_id = a.document_id
        and e.action = 'approval.reassigned' and e.actor_id is not distinct from a.given_by
        and e.before ->> 'approverId' = a.given_from::text and e.after ->> 'approverId' = a.approver_id::text)
    union all
    select a.id from approval a where a.given_from is not null and not exists (select from approval o
      where o.company_id = a.company_id and o.document_id = a.document_id and o.revision = a.revision
        and o.stage = a.stage and o.approver_id = a.given_from and o.status = 'void')`,
  'an approver who was added has their giver, who sat in the order and wrote it down': sql`
    select s.document_id || ' ' || s.stage as id from approval_stage s where s.added_by is not null
      and not exists (select from event e where ${addition} and e.actor_id = s.added_by
        and e.reason = s.added_reason and e.after ->> 'place' = s.added_place
        and exists (select from approval a where ${seatOfStage} and a.approver_id::text = e.after ->> 'approverId')
        and exists (select from approval o where o.company_id = s.company_id and o.document_id = s.document_id
          and o.revision = s.revision and o.stage <> s.stage and o.approver_id = coalesce(e.on_behalf_of, e.actor_id)))
    union all
    select s.document_id || ' ' || s.stage as id from approval_stage s where s.added_by is null
      and exists (select from event e where ${addition})
    union all
    select s.document_id || ' ' || s.stage as id from approval_stage s where s.added_by is not null
      and (s.mode <> 'all' or s.needed <> 1 or 1 < (select count(*) from approval a
        where ${seatOfStage} and a.status <> 'void'))`,
  // A deputy's seat that changed hands has been given to the one who had it first.
  'a deputy has their seat because somebody waited too long, as it was sealed and as their stage says': sql`
    select a.id::text as id from approval a where a.deputy_days is not null and not exists (select from event e
      join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
        and s.revision = a.revision and s.stage = a.stage
      where ${deputySeated} and e.actor_id is null
        and e.after ->> 'approverId' = s.deputy_id::text and s.deputy_days = a.deputy_days
        and (e.after ->> 'seatId' = a.id::text and e.after ->> 'approverId' = a.approver_id::text
          or a.given_from is not null)
        and exists (select from approval y where y.company_id = a.company_id and y.id = a.pair_id
          and y.document_id = a.document_id and y.revision = a.revision and y.stage = a.stage
          and y.deputy_days is null and y.approver_id::text = e.after ->> 'waitingId'))
    union all
    select e.object_id || ' ' || e.id as id from event e where e.object_type = 'document'
      and e.action = 'approval.deputy_seated' and not exists (select from approval a
        where ${deputySeated} and a.id::text = e.after ->> 'seatId')
    union all
    select s.document_id || ' ' || s.stage as id from approval_stage s where s.deputy_id is not null and not exists (
      select from event e where e.company_id = s.company_id and e.object_type = 'document'
        and e.object_id = s.document_id and (e.after ->> 'revision')::int = s.revision
        and e.after -> 'deputies' ? concat_ws(' ', s.stage, s.deputy_id, s.deputy_days))`,
  'of two seats that stand beside each other at most one is decided': sql`
    select a.document_id || ' ' || a.pair_id as id from approval a where a.pair_id is not null
    group by a.company_id, a.document_id, a.pair_id
    having count(*) filter (where a.status in ('approved', 'rejected', 'returned')) > 1
      or count(*) filter (where a.status in ('approved', 'rejected', 'returned')) > 0
        and count(*) filter (where a.status = 'pending') > 0`,
  'a forced decision has its fact, and the company allowed it then, by another hand than an author’s': sql`
    select s.document_id || ' ' || s.stage as id from approval_stage s where s.forced_by is not null and not exists (
      select from event e where e.company_id = s.company_id and e.object_type = 'document'
        and e.object_id = s.document_id and e.action = 'approval.forced' and e.actor_id = s.forced_by
        and e.at = s.forced_at and e.reason = s.forced_reason and (e.after ->> 'revision')::int = s.revision
        and e.after -> 'forcedStages' ? s.stage::text
        and e.after ->> 'decision' = case s.outcome when 'approved' then 'approve' else 'reject' end
        and (select c.after ->> 'forcedDecisions' from event c where c.company_id = e.company_id
          and c.object_type = 'company' and c.action = 'company.forced_decisions_changed' and c.number < e.number
          order by c.number desc limit 1) = 'true')
    union all
    select s.document_id || ' ' || s.stage from approval_stage s join document_revision r
      on r.company_id = s.company_id and r.document_id = s.document_id and r.revision <= s.revision
    where s.forced_by in (r.made_by, r.made_for)
    union all
    select e.object_id || ' ' || n.stage from event e
    cross join lateral jsonb_array_elements_text(e.after -> 'forcedStages') n(stage)
    where e.object_type = 'document' and e.action = 'approval.forced' and not exists (select from approval_stage s
      where s.company_id = e.company_id and s.document_id = e.object_id
        and s.revision = (e.after ->> 'revision')::int and s.stage::text = n.stage and s.forced_by = e.actor_id)`,
  // Instants, as when the decision was forced: of an order sent at once with the permission the numbers may say otherwise.
  'nobody forced a decision on what was sent before they allowed it': sql`
    select s.document_id || ' ' || s.stage as id from approval_stage s
    join event e on e.company_id = s.company_id and e.object_type = 'document' and e.object_id = s.document_id
      and e.action = 'approval.forced' and e.actor_id = s.forced_by and e.at = s.forced_at
    join lateral (select c.actor_id, c.at from event c where c.company_id = e.company_id and c.object_type = 'company'
      and c.action = 'company.forced_decisions_changed' and c.number < e.number order by c.number desc limit 1) c
      on c.actor_id = s.forced_by
    where not exists (select from event r where r.company_id = s.company_id and r.object_type = 'document'
      and r.object_id = s.document_id and r.action in ('document.submitted', 'document.resubmitted')
      and (r.after ->> 'revision')::int = s.revision and r.at >= c.at)`,
  'nobody decided on what they wrote in this or an earlier revision': sql`
    select a.id from approval a join document_revision r on r.company_id = a.company_id
      and r.document_id = a.document_id and r.revision <= a.revision
    where (r.made_by in (a.approver_id, a.decided_by) or r.made_for in (a.approver_id, a.decided_by)) and a.status in ('approved', 'rejected', 'returned')`,
  'nobody decided two seats of a stage': sql`
    select a.document_id from approval a where a.decided_at is not null
    group by a.company_id, a.document_id, a.revision, a.stage, coalesce(a.decided_by, a.approver_id)
    having count(*) > 1`,
  // Order is that of the journal's numbers, which are taken under the locks; instants are taken before a lock is
  // waited for, on the clocks of several nodes.
  'whoever decided for another stood in for them that day, up to that amount': sql`
    select a.id from approval a
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    join company k on k.company_id = a.company_id
    join event e on e.company_id = a.company_id and e.object_type = 'document' and e.object_id = a.document_id
      and e.action = 'approval.decided' and e.actor_id = a.decided_by and e.on_behalf_of = a.approver_id
      and e.at = a.decided_at
    where a.decided_by is not null and not exists (select from delegation g
      join event m on m.company_id = g.company_id and m.object_type = 'delegation' and m.object_id = g.id::text
        and m.action = 'delegation.made' and m.number < e.number
      left join event n on n.company_id = g.company_id and n.object_type = 'delegation' and n.object_id = g.id::text
        and n.action = 'delegation.ended'
      where g.company_id = a.company_id and g.from_user = a.approver_id and g.to_user = a.decided_by
      and g.covers <> 'execute'
      and (a.decided_at at time zone k.time_zone)::date between g.starts_on and g.ends_on
      and (n.number is null or n.number > e.number) and (g.ended_at is null) = (n.number is null)
      and (g.max_minor is null or g.currency = d.currency and d.amount_minor <= g.max_minor))
    union all
    select a.id from approval a where a.decided_by is not null and not exists (select from event e
      where e.company_id = a.company_id and e.object_id = a.document_id and e.action = 'approval.decided'
        and e.actor_id = a.decided_by and e.on_behalf_of = a.approver_id and e.at = a.decided_at)`,
  'nobody has two substitutes on a day': sql`
    select g.id from delegation g join delegation o on o.company_id = g.company_id and o.from_user = g.from_user
      and o.id <> g.id and o.ended_at is null and o.starts_on <= g.ends_on and g.starts_on <= o.ends_on
      and (g.covers = o.covers or 'both' in (g.covers, o.covers))
    where g.ended_at is null`,
  'a stage is decided only once those before it are satisfied': sql`
    select a.id from approval a join approval_stage s on s.company_id = a.company_id
      and s.document_id = a.document_id and s.revision = a.revision and s.stage = a.stage
    where a.status in ('approved', 'rejected', 'returned') and exists (select from approval_stage b
      where b.company_id = s.company_id and b.document_id = s.document_id and b.revision = s.revision
        and b.turn < s.turn and b.outcome <> 'approved')`,
}

/** @param at Moment as of which contracts are in their dates. */
export const contractDayInvariants = (at: Date) => ({
  // With a tolerance of a day: a contract's last day ends in the company's time zone, and its orders stop minutes later.
  'an order waits for a decision only while its contract is active and in its dates': sql`
    select d.id from document d join contract c on c.company_id = d.company_id and c.id = d.contract_id
    where d.state = 'in_approval'
        and (c.status <> 'active' or c.ends_on < ${at}::timestamptz::date - 1
          or c.starts_on > ${at}::timestamptz::date + 1)
      or d.state = 'blocked' and d.block_cause = 'contract_inactive' and c.status = 'active'
        and c.starts_on < ${at}::timestamptz::date - 1 and c.ends_on > ${at}::timestamptz::date + 1`,
})
