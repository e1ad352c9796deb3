-- no transaction
-- Orders by the date of their invoice, for the list that is filtered by it; those of issuance mostly have none.
create index concurrently document_by_invoice_date on document (company_id, invoice_date, number)
  where invoice_date is not null;
