-- works from 0088: programs of the release before merge nobody; one that makes a merged provider active again is refused
--
-- The provider with which one was merged, and which stands for it since: the last one, where that was merged too. Null: it
-- stands for itself. A merged provider is inactive for ever.
alter table provider
  add column merged_into text collate "C",
  add constraint provider_merged_into_fkey foreign key (company_id, merged_into) references provider (company_id, id)
    not valid,
  add constraint provider_merged check (merged_into is null or (merged_into <> id and status = 'inactive')) not valid;
alter table provider validate constraint provider_merged_into_fkey;
alter table provider validate constraint provider_merged;
create index provider_by_merger on provider (company_id, merged_into) where merged_into is not null;
