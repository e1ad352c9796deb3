-- A seat may have been somebody else's: whose, who gave it to its approver, and why if they said so.
alter table approval add column given_from uuid, add column given_by uuid, add column given_reason text,
  add constraint approval_given_from foreign key (company_id, given_from) references member (company_id, user_id),
  add constraint approval_given_by foreign key (company_id, given_by) references member (company_id, user_id),
  add constraint approval_given check ((given_from is null) = (given_by is null) and given_from <> approver_id
    and (given_reason is null or given_reason <> '' and given_by is not null));

-- Forced, row level security hides every row also from an owner who is no superuser.
alter table approval no force row level security;
alter table document no force row level security;
alter table event no force row level security;

update approval a set given_from = (e.before ->> 'approverId')::uuid, given_by = e.actor_id
from event e where e.company_id = a.company_id and e.object_type = 'document' and e.object_id = a.document_id
  and e.action = 'approval.reassigned' and e.actor_id is not null and (e.after ->> 'revision')::int = a.revision
  and (e.after ->> 'stage')::int = a.stage and e.after ->> 'approverId' = a.approver_id::text;

-- A void seat counts no more: an order tells of as many as can still approve it, or have.
update document d set previous_state = d.state, approvals_total = d.approvals_total - v.void,
  approvals_skipped = d.approvals_skipped - v.void
from (select company_id, document_id, revision, count(*)::int as void from approval where status = 'void'
  group by company_id, document_id, revision) v
where v.company_id = d.company_id and v.document_id = d.id and v.revision = d.revision;

alter table approval force row level security;
alter table document force row level security;
alter table event force row level security;
