-- What a person is told is about an order, or about a provider whose account somebody would change.
alter table notice add column provider_id text collate "C";
alter table notice add foreign key (company_id, provider_id) references provider (company_id, id);
alter table notice add constraint notice_subject check (num_nonnulls(document_id, provider_id) = 1);
