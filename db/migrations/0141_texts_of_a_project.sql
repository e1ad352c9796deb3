-- no transaction
-- Orders of a project with what lists filter, sort and search by: whoever searches a word in few projects has the orders that
-- may have it from this index alone. It has the place of one without the invoice's number.
create index concurrently document_in_project on document (company_id, project_id, number desc)
  include (type, state, provider_id, name_key, amount_minor, due_on, invoice_key);
drop index concurrently if exists document_of_project;
