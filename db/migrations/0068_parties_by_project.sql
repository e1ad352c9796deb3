-- Whether a provider, a requester or somebody who decided for another occurs in a project, with no look at its orders.
create index document_provider_by_project on document (company_id, provider_id, project_id);
create index document_requester_by_project on document (company_id, created_by, project_id, provider_id);
create index approval_substitute_by_project on approval (company_id, decided_by, project_id) where decided_by is not null;
