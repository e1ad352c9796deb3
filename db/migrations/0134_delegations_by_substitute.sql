-- no transaction
-- Delegations that ever named somebody: asked with each request whether there is one.
create index concurrently delegation_by_substitute on delegation (company_id, to_user);
