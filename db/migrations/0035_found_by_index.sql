-- Whether a client has paid a provider before is asked of every order that is shown to whoever decides: without this,
-- of somebody never paid all orders of the client were read.
create index document_paid on document (company_id, provider_id, client_id)
  where type = 'gasto' and state = 'executed';

-- A contract's orders, newest first: a page of them read all of them and sorted.
create index document_of_contract on document (company_id, contract_id, number desc);

-- The same as approval_by_person, and written with every seat.
drop index approval_of_person;
