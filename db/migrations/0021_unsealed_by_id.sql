-- What waits for its seal is found by the key of its event: the journal needs no index by number.
alter table event_unsealed add column event_id uuid;
alter table event no force row level security;
update event_unsealed u set event_id = e.id from event e where e.number = u.number;
alter table event force row level security;
alter table event_unsealed alter column event_id set not null;
