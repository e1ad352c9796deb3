-- From which amount, in euro cents, a batch is released by a second person. 0: any batch.
alter table company add column batch_release_from_minor bigint not null default 0
  check (batch_release_from_minor >= 0);

-- A batch that waits for a second person says so from its making on. One that was made before, or by a program of the
-- release before, waits for nobody: its file leaves as it always did. Such a program that would give out the file of
-- one that waits is refused by the constraint.
alter table payment_batch
  add column needs_release boolean not null default false,
  add column released_at timestamptz,
  add column released_by uuid,
  -- What the second person saw: count, total, accounts that changed lately, first payments.
  add column release_review jsonb,
  add constraint payment_batch_released check (
    (released_at is null) = (released_by is null) and (released_at is null) = (release_review is null)
    and (released_at is null or needs_release and released_by <> made_by and (cancelled_at is null or cancelled_at >= released_at)))
    not valid,
  add constraint payment_batch_downloaded check (
    downloaded_at is null or not needs_release or released_at is not null) not valid;
alter table payment_batch validate constraint payment_batch_released;
alter table payment_batch validate constraint payment_batch_downloaded;
alter table payment_batch add constraint payment_batch_company_id_released_by_fkey
  foreign key (company_id, released_by) references member (company_id, user_id) not valid;
alter table payment_batch validate constraint payment_batch_company_id_released_by_fkey;
grant update (released_at, released_by, release_review) on payment_batch to visto_bueno_app;

-- Batches that wait, for whoever releases them.
create index payment_batch_waiting on payment_batch (company_id, number)
  where needs_release and released_at is null and cancelled_at is null;

-- That a batch waits, and that it was released, is told of the batch. Before PostgreSQL 18 a foreign key of a
-- partitioned table is validated at once.
alter table notice add column batch_id text collate "C";
alter table notice add constraint notice_batch foreign key (company_id, batch_id)
  references payment_batch (company_id, id);
alter table notice drop constraint notice_subject;
alter table notice add constraint notice_subject
  check (num_nonnulls(document_id, provider_id, delegation_id, project_id, batch_id)
    = case when topic like 'company.%' then 0 else 1 end) not valid;
