-- Under which name and address somebody decided, or acted: a person who is called otherwise later changes no old card,
-- journal or Constancia. Null where a node of the release before wrote it: the name of today is shown.
alter table approval
  add column approver_name text,
  add column approver_email text collate "C",
  add column decided_by_name text,
  add column decided_by_email text collate "C";
alter table event add column actor_name text, add column on_behalf_of_name text;

-- Forced, row level security hides every row also from an owner who is no superuser.
alter table approval no force row level security;
alter table event no force row level security;
update approval a set approver_name = trim(w.name || ' ' || w.last_name), approver_email = w.email
from account w where w.id = a.approver_id and a.decided_at is not null;
update approval a set decided_by_name = trim(w.name || ' ' || w.last_name), decided_by_email = w.email
from account w where w.id = a.decided_by;
update event e set actor_name = trim(w.name || ' ' || w.last_name) from account w where w.id = e.actor_id;
update event e set on_behalf_of_name = trim(w.name || ' ' || w.last_name) from account w where w.id = e.on_behalf_of;
alter table approval force row level security;
alter table event force row level security;
