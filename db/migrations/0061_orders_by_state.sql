-- A client's orders of one type and state, the newest first; its orders by name, and by provider.
create index document_of_client on document (company_id, client_id, type, state, number desc);
create index document_of_client_by_name on document (company_id, client_id, name_key, number);
create index document_of_client_by_provider on document (company_id, client_id, provider_id, number desc);
