-- A group of the journal is read action by action, each in the order of its events.
create index event_of_action on event (company_id, action, id);
