-- The invoice that an order pays: its number as it was written and as it is compared, to find the same one twice.
alter table document
  add column invoice_number text check (invoice_number <> ''),
  add column invoice_key text collate "C",
  add column invoice_date date,
  add constraint document_invoice_key check (invoice_key is null or invoice_number is not null);
create index document_by_invoice on document (company_id, provider_id, invoice_key) where invoice_key is not null;
