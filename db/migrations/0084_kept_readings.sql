-- What a file says as an invoice, as JSON: whoever approves its order is shown it, and nobody reads the file again.
alter table file add column invoice_reading jsonb;
grant update (invoice_reading) on file to visto_bueno_app;
