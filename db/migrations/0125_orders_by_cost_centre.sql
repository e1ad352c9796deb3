-- no transaction
-- Orders of a cost centre, newest first; few orders have one.
create index concurrently document_of_cost_centre on document (company_id, cost_centre_id, number desc)
  where cost_centre_id is not null;
