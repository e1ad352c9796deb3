-- Approved orders of a project, few among all: what an executor's desk reads, whatever else is known of the company.
create index document_to_execute on document (company_id, project_id) where state = 'approved';
