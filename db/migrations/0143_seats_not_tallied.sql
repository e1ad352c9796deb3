-- no transaction
-- Seats that no tally counts: those of a person, by project, which are counted one by one; and those of a company, by
-- order, which are to be tallied when their orders are over.
create index concurrently approval_not_tallied on approval (company_id, approver_id, project_id, document_id)
  where tallied_state is null;
create index concurrently approval_to_tally on approval (company_id, document_id)
  where tallied_state is null;
