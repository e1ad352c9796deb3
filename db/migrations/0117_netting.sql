-- works from 0088: programs of the release before see no credit note in a batch; the constraints refuse what they would do with a payment or a credit note that is netted, whose file was written with the net amounts
-- A credit note that reduces the transfer of a payment in a batch. `released_at`: it was taken out, or its payment came back.
create table netted_credit_note (
  company_id uuid not null references company (company_id),
  batch_id text collate "C" not null,
  document_id text collate "C" not null,
  credit_note_id text collate "C" not null,
  amount_minor bigint not null check (amount_minor > 0),
  released_at timestamptz,
  primary key (company_id, batch_id, credit_note_id),
  check (credit_note_id <> document_id),
  foreign key (company_id, batch_id, document_id) references payment_batch_order (company_id, batch_id, document_id),
  foreign key (company_id, credit_note_id) references document (company_id, id)
);
-- A credit note is netted once, until it is taken out.
create unique index netted_credit_note_live on netted_credit_note (company_id, credit_note_id) where released_at is null;
create index netted_credit_note_by_payment on netted_credit_note (company_id, document_id);
alter table netted_credit_note enable row level security;
alter table netted_credit_note force row level security;
create policy tenant on netted_credit_note
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on netted_credit_note to visto_bueno_app;
grant update (released_at) on netted_credit_note to visto_bueno_app;

-- `amount_minor` is what the bank transfers; `netted_minor`, what credit notes took of the payment before. A program that
-- knows none would take the payment out without them: it does not repeat when.
alter table payment_batch_order
  add column netted_minor bigint,
  add column netted_released_at timestamptz,
  add constraint payment_batch_order_netted check (case when netted_minor is null then netted_released_at is null
    else netted_minor > 0 and netted_released_at is not distinct from released_at end) not valid;
grant update (netted_released_at) on payment_batch_order to visto_bueno_app;

-- Batch in which the order waits and is netted: a payment that credit notes reduce, or a credit note. A program that
-- knows none would confirm one without the other, or take it out: it leaves this as it is.
alter table document
  add column netted_batch_id text collate "C",
  add constraint document_netted check (netted_batch_id is null or state = 'approved' and type = 'gasto'
    and case when credited_id is null then payment_batch_id is not distinct from netted_batch_id else true end) not valid;

-- What credit notes took of the payment that was made.
alter table execution
  add column netted_minor bigint,
  add constraint execution_netted check (netted_minor > 0) not valid;
