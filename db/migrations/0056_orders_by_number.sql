-- Lists of a whole company's orders, newest first or by provider: a page reads the rows that it shows, whatever the
-- company's size.
create index document_by_number on document (company_id, number desc);
create index provider_by_search on provider (company_id, search);
