-- Orders that are over in which somebody has a seat, and their money: by person, project, type and state, so that whoever
-- decides for projects of others is not counted one by one. The program adds them by and by.
create table seat_tally (
  company_id uuid not null,
  approver_id uuid not null,
  project_id text collate "C" not null,
  type text not null,
  state text not null,
  count integer not null,
  amount_minor bigint not null,
  constraint seat_tally_pkey primary key (company_id, approver_id, project_id, type, state),
  constraint seat_tally_approver_fkey foreign key (company_id, approver_id) references member (company_id, user_id),
  constraint seat_tally_project_fkey foreign key (company_id, project_id) references project (company_id, id)
) with (fillfactor = 50);
alter table seat_tally enable row level security;
alter table seat_tally force row level security;
create policy tenant on seat_tally
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on seat_tally to visto_bueno_app;

-- State of the order as which the seat is counted there; null while it is not.
alter table approval add column tallied_state text;
