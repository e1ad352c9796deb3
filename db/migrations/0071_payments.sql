-- When an order is paid. An order that says nothing of it has no rows here and is paid once, as in every release before.
alter table provider add column payment_terms jsonb;
alter table contract add column payment_terms jsonb;

create table payment (
  company_id uuid not null,
  document_id text collate "C" not null,
  number int not null check (number between 1 and 24),
  due_on date not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- Shares of what the order takes from its contract, and of what is billed.
  charge_minor bigint not null check (charge_minor >= 0),
  billed_minor bigint not null check (billed_minor >= 0),
  is_paid boolean not null default false,
  primary key (company_id, document_id, number),
  foreign key (company_id, document_id) references document (company_id, id)
);
create index payment_due on payment (company_id, due_on, document_id) where not is_paid;
alter table payment enable row level security;
alter table payment force row level security;
create policy tenant on payment
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, delete on payment to visto_bueno_app;
grant update (is_paid) on payment to visto_bueno_app;

-- An order of several payments is executed with the last of them. A program of the release before, which knows one
-- execution alone, is refused by the constraint. `due_on`: the day of the next payment; once all are made, of the last.
-- `planned_minor`: what the planned payments add up to; such a program that corrects the amount alone is refused.
alter table document
  add column payments int check (payments between 2 and 24),
  add column payments_made int,
  add column due_on date,
  add column planned_minor bigint,
  add constraint document_planned check (
    (planned_minor is null) = (due_on is null)
    and (planned_minor is null or planned_minor = coalesce(payable_minor, amount_minor)))
    not valid,
  add constraint document_payments check (
    (payments is null) = (payments_made is null)
    and (payments is null or payments_made between 0 and payments and (state = 'executed') = (payments_made = payments)))
    not valid;
alter table document validate constraint document_planned;
alter table document validate constraint document_payments;
create index document_by_due_day on document (company_id, due_on, number) where due_on is not null;

-- A receipt answers the last execution of its order.
alter table receipt drop constraint receipt_company_id_document_id_fkey;
alter table receipt add constraint receipt_company_id_document_id_fkey
  foreign key (company_id, document_id) references document (company_id, id);

-- One execution for each payment made. One that came back stays, and is followed by another attempt.
alter table execution
  add column payment int not null default 1 check (payment between 1 and 24),
  add column attempt int not null default 1 check (attempt > 0),
  -- Of an order of several payments: its shares of the charge and of what is billed. Null: all of the order.
  add column charge_minor bigint check (charge_minor >= 0),
  add column billed_minor bigint check (billed_minor >= 0),
  -- True for the execution with which its order was executed.
  add column is_last boolean not null default true,
  add column returned_at timestamptz,
  add column returned_by uuid,
  add column returned_on date,
  add column return_reason text check (return_reason <> ''),
  add constraint execution_returned check (
    (returned_at is null) = (returned_by is null) and (returned_at is null) = (returned_on is null)
    and (returned_at is null) = (return_reason is null) and not (returned_at is not null and is_last)),
  add constraint execution_share check ((billed_minor is null) = (charge_minor is null)),
  drop constraint execution_pkey,
  add constraint execution_pkey primary key (company_id, document_id, payment, attempt);
alter table execution
  add constraint execution_company_id_returned_by_fkey foreign key (company_id, returned_by)
    references member (company_id, user_id);
create unique index execution_standing on execution (company_id, document_id, payment) where returned_at is null;
create unique index execution_last on execution (company_id, document_id) where is_last;
grant update (is_last, returned_at, returned_by, returned_on, return_reason) on execution to visto_bueno_app;

-- A batch pays one payment of an order.
alter table payment_batch_order add column payment int not null default 1 check (payment between 1 and 24);
drop index payment_batch_order_live;
create unique index payment_batch_order_live on payment_batch_order (company_id, document_id, payment)
  where released_at is null;

-- An executed order is approved again when one of its payments came back: out of its batch, and without a receipt. The
-- table is `transitions` in features/documents/rules.ts.
create or replace function document_moves() returns trigger language plpgsql as $$
begin
  if not (case old.state
    when 'in_approval' then new.state in ('approved', 'rejected', 'returned', 'blocked')
    when 'returned' then new.state in ('in_approval', 'blocked')
    when 'blocked' then new.state in ('in_approval', 'returned')
    when 'approved' then new.state in ('executed', 'execution_rejected', 'cancelled')
      or new.state = 'in_approval' and old.payment_batch_id is null
    when 'execution_rejected' then new.state in ('approved', 'cancelled')
    when 'executed' then new.state = 'approved' and new.payment_batch_id is null and new.receipt is null
    else false
  end) then
    raise exception 'order % does not move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

alter table document drop constraint document_transition;
alter table document add constraint document_transition check (
  case state
    when 'in_approval' then previous_state is null
      or previous_state in ('in_approval', 'returned', 'blocked', 'approved')
    when 'blocked' then previous_state is null or previous_state in ('in_approval', 'returned', 'blocked')
    when 'returned' then previous_state in ('in_approval', 'blocked', 'returned')
    when 'rejected' then previous_state in ('in_approval', 'rejected')
    when 'approved' then previous_state in ('in_approval', 'execution_rejected', 'executed', 'approved')
    when 'execution_rejected' then previous_state in ('approved', 'execution_rejected')
    when 'executed' then previous_state in ('approved', 'executed')
    when 'cancelled' then previous_state in ('approved', 'execution_rejected', 'cancelled')
    else false
  end) not valid;
alter table document validate constraint document_transition;
