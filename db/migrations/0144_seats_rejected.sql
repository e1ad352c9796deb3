-- no transaction
-- Seats of a person, by project, that are tallied as rejected or cancelled: few beside those of orders that were executed.
create index concurrently approval_rejected on approval (company_id, approver_id, project_id, document_id)
  where tallied_state in ('rejected', 'cancelled');
