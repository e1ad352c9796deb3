-- no transaction
-- Orders of a project with what lists filter and sort by: whoever sees few projects has theirs read from this index alone,
-- in whatever order. It has the place of one with the same order.
create index concurrently document_of_project on document (company_id, project_id, number desc)
  include (type, state, provider_id, name_key, amount_minor, due_on);
drop index concurrently if exists document_list;
