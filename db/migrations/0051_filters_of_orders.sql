-- When an order was approved, and by what lists of orders find one by its requester and its dates. The instant is kept
-- by the table, so that a node of the release before keeps it too.
alter table document add column approved_at timestamptz;
update document d set approved_at = coalesce(
    (select max(s.decided_at) from approval s
      where s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision and s.status = 'approved'),
    d.updated_at)
  where d.state in ('approved', 'execution_rejected', 'executed', 'cancelled');

create function document_approved() returns trigger language plpgsql as $$
begin
  if new.state in ('in_approval', 'returned', 'blocked', 'rejected') then
    new.approved_at := null;
  elsif new.approved_at is null then
    new.approved_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger document_approved before insert or update of state on document
  for each row execute function document_approved();

create index document_by_approval on document (company_id, approved_at) where approved_at is not null;
create index document_by_requester on document (company_id, created_by, number desc);
create index execution_by_day on execution (company_id, executed_on);
