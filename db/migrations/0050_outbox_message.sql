-- One message per fact and subscriber, each with its own tries: a subscriber that fails delays no other. The queue
-- knows no company's policy, because a node looks through it for all companies; a message says which fact it is about,
-- and its subscriber reads the fact in the company.
create table outbox_message (
  subscriber text not null,
  company uuid not null,
  -- The event's id.
  id uuid not null,
  kind text not null,
  object_type text not null,
  object_id text collate "C" not null,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  primary key (subscriber, company, id)
);
create index outbox_message_due on outbox_message (subscriber, next_try_at);
grant select, insert, update, delete on outbox_message to visto_bueno_app;

-- The end of an impersonation is no fact yet: whoever hears of it records the fact. The message's id is the session's.
create or replace function tell_viewing_ended() returns trigger language plpgsql as $$
begin
  insert into outbox_message (subscriber, company, id, kind, object_type, object_id, created_at, next_try_at)
  values ('impersonations', old.company_id, old.id, 'impersonation.over', 'person', old.user_id::text,
    least(now(), old.not_after), now());
  return null;
end $$;
