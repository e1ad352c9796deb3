-- The journal is read by who did it, the newest first.
create index event_of_actor on event (company_id, actor_id, id);
