-- no transaction
-- Orders of which a list finds few: those that were rejected or cancelled, by name and in a project, and those that
-- somebody forced.
create index concurrently document_rejected_by_name on document (company_id, state, name_key, number)
  where state in ('rejected', 'cancelled');
create index concurrently document_rejected_of_project on document (company_id, project_id, number desc)
  where state in ('rejected', 'cancelled');
create index concurrently approval_stage_forced on approval_stage (company_id, forced_by, document_id)
  where forced_by is not null;
