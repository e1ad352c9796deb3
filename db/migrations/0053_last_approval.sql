-- Minutes in which the last approval of an order can be taken back by the person who gave it; 0: it is final.
alter table company add column undo_minutes int not null default 2;
alter table company add constraint company_undo_minutes check (undo_minutes between 0 and 15) not valid;
alter table company validate constraint company_undo_minutes;

-- An approved order goes back to approval when its last approval is taken back, and not while it is in a batch of
-- payments. The table is `transitions` in features/documents/rules.ts.
create or replace function document_moves() returns trigger language plpgsql as $$
begin
  if not (case old.state
    when 'in_approval' then new.state in ('approved', 'rejected', 'returned', 'blocked')
    when 'returned' then new.state in ('in_approval', 'blocked')
    when 'blocked' then new.state in ('in_approval', 'returned')
    when 'approved' then new.state in ('executed', 'execution_rejected', 'cancelled')
      or new.state = 'in_approval' and old.payment_batch_id is null
    when 'execution_rejected' then new.state in ('approved', 'cancelled')
    else false
  end) then
    raise exception 'order % does not move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

alter table document drop constraint document_transition;
alter table document add constraint document_transition check (
  case state
    when 'in_approval' then previous_state is null
      or previous_state in ('in_approval', 'returned', 'blocked', 'approved')
    when 'blocked' then previous_state is null or previous_state in ('in_approval', 'returned', 'blocked')
    when 'returned' then previous_state in ('in_approval', 'blocked', 'returned')
    when 'rejected' then previous_state in ('in_approval', 'rejected')
    when 'approved' then previous_state in ('in_approval', 'execution_rejected', 'approved')
    when 'execution_rejected' then previous_state in ('approved', 'execution_rejected')
    when 'executed' then previous_state in ('approved', 'executed')
    when 'cancelled' then previous_state in ('approved', 'execution_rejected', 'cancelled')
    else false
  end) not valid;
alter table document validate constraint document_transition;
