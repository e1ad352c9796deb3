-- The account that the company pays from, and what its bank knows it by.
alter table company add column iban text;
alter table company add column bic text;
alter table company add column orderer_id text;

alter table counter drop constraint counter_kind_check;
alter table counter add constraint counter_kind_check check (kind in ('PRJ', 'CTR', 'DOC', 'PRV', 'R'));

-- Credit transfers that go to the bank in one file. What was written is kept as it was: downloaded again it is the
-- same, byte by byte.
create table payment_batch (
  company_id uuid not null references company (company_id),
  id text not null collate "C",
  number int not null,
  format text not null check (format in ('pain.001.001.09', 'pain.001.001.03')),
  message_id text not null,
  pay_on date not null,
  debtor_name text not null,
  debtor_iban text not null,
  debtor_bic text,
  orders int not null check (orders between 1 and 500),
  amount_minor bigint not null check (amount_minor > 0),
  content text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_by uuid not null,
  made_at timestamptz not null,
  downloaded_at timestamptz,
  cancelled_at timestamptz,
  primary key (company_id, id),
  unique (company_id, number),
  unique (company_id, message_id),
  foreign key (company_id, made_by) references member (company_id, user_id)
);

-- Which order a batch pays, and where: what the revision that was approved said. A row is never taken away; what is
-- released may be paid in another batch.
create table payment_batch_order (
  company_id uuid not null,
  batch_id text not null collate "C",
  document_id text not null collate "C",
  position int not null check (position > 0),
  amount_minor bigint not null check (amount_minor > 0),
  creditor_name text not null,
  creditor_iban text not null,
  creditor_bic text,
  end_to_end_id text not null check (length(end_to_end_id) <= 35),
  released_at timestamptz,
  primary key (company_id, batch_id, document_id),
  unique (company_id, batch_id, position),
  foreign key (company_id, batch_id) references payment_batch (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id)
);
-- No order is sent twice: it lives in one batch at most.
create unique index payment_batch_order_live on payment_batch_order (company_id, document_id) where released_at is null;

-- The batch that an order lives in, for lists and for whoever would cancel it.
alter table document add column payment_batch_id text collate "C";
alter table document add foreign key (company_id, payment_batch_id, id)
  references payment_batch_order (company_id, batch_id, document_id);
alter table document add check (payment_batch_id is null or state in ('approved', 'executed'));

do $$
declare name text;
begin
  foreach name in array array['payment_batch', 'payment_batch_order'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;

-- What was written to the bank is not written over.
grant select, insert on payment_batch, payment_batch_order to visto_bueno_app;
grant update (downloaded_at, cancelled_at) on payment_batch to visto_bueno_app;
grant update (released_at) on payment_batch_order to visto_bueno_app;
