-- Whether what was executed arrived, as its recipient says. The answers of an order, one after the other: they are
-- added and never changed, and the last of them is how the order stands.
create table receipt (
  company_id uuid not null,
  document_id text not null collate "C",
  number int not null check (number > 0),
  answer text not null check (answer in ('received', 'disputed', 'resolved')),
  cause text check (cause in ('not_received', 'not_correct')),
  comment text check (length(comment) <= 2000),
  given_by uuid not null,
  given_at timestamptz not null,
  primary key (company_id, document_id, number),
  foreign key (company_id, document_id) references execution (company_id, document_id),
  foreign key (company_id, given_by) references member (company_id, user_id),
  check ((cause is not null) = (answer = 'disputed')),
  check (answer = 'received' or comment is not null)
);
-- What its last answer was, for lists: changed together with it, while the order is held.
alter table document add column receipt text check (receipt in ('received', 'disputed', 'resolved'));
alter table document add check (receipt is null or state = 'executed');

alter table receipt enable row level security;
alter table receipt force row level security;
create policy tenant on receipt
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

grant select, insert on receipt to visto_bueno_app;
