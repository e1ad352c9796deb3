-- The project of a seat's order, by which the few orders are found that somebody sees for a seat alone. Seats of
-- earlier releases have none until the program fills it, some thousands at a time.
alter table approval add column project_id text collate "C";
create index approval_by_project on approval (company_id, approver_id, project_id, document_id) where project_id is not null;
create index approval_unplaced on approval (company_id, approver_id, document_id) where project_id is null;
