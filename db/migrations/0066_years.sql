-- Tables that grow for ever get a partition for each year, by the time in their ids (UUIDv7): a year that is over is
-- neither vacuumed nor copied again, and can be taken out. What was written before lies in one partition, up to the end
-- of this year or of the newest id; each start makes the years that follow (server/database/years.ts); ids of no year
-- lie in `…_other`. Partitions stand in a schema of their own, in which only the owner looks.
create schema years;

alter table event set schema years;
alter table event_seal set schema years;
alter table viewed_request set schema years;
alter table notice set schema years;
alter table budget_entry set schema years;
alter table years.event rename to event_before;
alter table years.event_seal rename to event_seal_before;
alter table years.viewed_request rename to viewed_request_before;
alter table years.notice rename to notice_before;
alter table years.budget_entry rename to budget_entry_before;

-- A unique constraint of a partitioned table contains the id. That a sequence is given once follows from the chain's
-- head, which is locked while seals are written.
alter table years.event_seal_before
  drop constraint event_seal_company_id_event_id_fkey,
  drop constraint event_seal_pkey,
  drop constraint event_seal_company_id_event_id_key,
  add constraint event_seal_pkey primary key (company_id, event_id);

drop policy platform on years.event_before;

create table event (like years.event_before including generated) partition by range (id);
alter table event add constraint event_pkey primary key (company_id, id);
create index event_of_action on event (company_id, action, id);
create index event_of_actor on event (company_id, actor_id, id);
create index event_of_object on event (company_id, object_type, object_id, number);
create index event_of_standing on event (company_id, at) where plan_before is not null or status_before is not null;
alter table event alter number add generated always as identity;
select setval('event_number_seq', last_value, is_called) from years.event_number_seq;
alter table years.event_before alter number drop identity;

create table event_seal (like years.event_seal_before including constraints) partition by range (event_id);
alter table event_seal add constraint event_seal_pkey primary key (company_id, event_id);
create index event_seal_in_order on event_seal (company_id, sequence);

create table viewed_request (like years.viewed_request_before) partition by range (id);
alter table viewed_request add constraint viewed_request_pkey primary key (company_id, id);

create table notice (like years.notice_before including constraints) partition by range (id);
alter table notice add constraint notice_pkey primary key (company_id, id);
create index notice_of_person on notice (company_id, user_id, id);
create index notice_unread on notice (company_id, user_id, id) where read_at is null;

create table budget_entry (like years.budget_entry_before) partition by range (id);
alter table budget_entry add constraint budget_entry_pkey primary key (company_id, contract_id, id);
create index budget_entry_by_document on budget_entry (company_id, document_id);

alter table viewed_request
  add constraint viewed_request_company_id_fkey foreign key (company_id) references company (company_id);
alter table notice
  add constraint notice_company_id_document_id_fkey foreign key (company_id, document_id) references document (company_id, id),
  add constraint notice_company_id_provider_id_fkey foreign key (company_id, provider_id) references provider (company_id, id),
  add constraint notice_company_id_user_id_fkey foreign key (company_id, user_id) references member (company_id, user_id),
  add constraint notice_delegation foreign key (company_id, delegation_id) references delegation (company_id, id),
  add constraint notice_project foreign key (company_id, project_id) references project (company_id, id);
alter table budget_entry
  add constraint budget_entry_company_id_contract_id_fkey foreign key (company_id, contract_id)
    references contract (company_id, id);

do $$
declare
  parent text;
  parents constant text[] := '{event,event_seal,viewed_request,notice,budget_entry}';
  newest uuid;
  least_later_id text := '';
begin
  -- A partition has neither grants nor policies: it is reached by its parent alone.
  foreach parent in array parents loop
    execute format('drop policy tenant on years.%I', parent || '_before');
    execute format('alter table years.%I disable row level security', parent || '_before');
    execute format('revoke all on years.%I from visto_bueno_app, visto_bueno_platform', parent || '_before');
  end loop;
  -- The same limit for all, so that a seal lies in the year of its event: the year after this one and after each id.
  foreach parent in array parents loop
    execute format('select %1$I from years.%2$I order by %1$I desc limit 1',
      case parent when 'event_seal' then 'event_id' else 'id' end, parent || '_before') into newest;
    least_later_id := greatest(least_later_id, lpad(to_hex(least(x'ffffffffffff'::bigint, 1000 * extract(epoch from
      (date_trunc('year', greatest(now(), to_timestamp(
        ('x' || left(replace(newest::text, '-', ''), 12))::bit(48)::bigint / 1000)) at time zone 'UTC')
        + interval '1 year') at time zone 'UTC')::bigint)), 12, '0') || repeat('0', 20));
  end loop;
  foreach parent in array parents loop
    execute format('alter table %I attach partition years.%I for values from (minvalue) to (%L)',
      parent, parent || '_before', least_later_id::uuid);
    execute format('create table years.%I partition of %I default', parent || '_other', parent);
  end loop;
end $$;

alter table event_seal
  add constraint event_seal_company_id_event_id_fkey foreign key (company_id, event_id) references event (company_id, id);

do $$
declare
  parent text;
begin
  foreach parent in array '{event,event_seal,viewed_request,notice,budget_entry}'::text[] loop
    execute format('alter table %I enable row level security', parent);
    execute format('alter table %I force row level security', parent);
    execute format($policy$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$policy$, parent);
    execute format('grant select, insert on %I to visto_bueno_app', parent);
  end loop;
end $$;
create policy platform on event for select to visto_bueno_platform using (true);
grant select (company_id, id, at, actor_id, plan_before, status_before) on event to visto_bueno_platform;
grant update on notice to visto_bueno_app;
