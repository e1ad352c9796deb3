-- no transaction
-- What somebody executed in the place of others, which they go on seeing.
create index concurrently execution_of_substitute on execution (company_id, executed_by, document_id)
  where executed_for is not null;
