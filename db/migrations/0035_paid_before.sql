-- Whether a client has paid a provider before is asked of every order that is shown to whoever decides: without this,
-- of somebody never paid all orders of the client were read.
create index document_paid on document (company_id, provider_id, client_id)
  where type = 'gasto' and state = 'executed';
