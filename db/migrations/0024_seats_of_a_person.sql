-- Every order in which somebody sits or sat: they see it though they see nothing else of its project.
create index approval_by_person on approval (company_id, approver_id, document_id);
