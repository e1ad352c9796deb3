-- Appointments of people who have not accepted their invitation yet: they take effect when they do.
create table invited_appointment (
  company_id uuid not null,
  invitation_id uuid not null,
  project_id text collate "C" not null,
  permission text not null check (permission in ('approve', 'execute')),
  appointed_by uuid not null references account (id),
  created_at timestamptz not null,
  primary key (company_id, invitation_id, project_id, permission),
  foreign key (company_id, invitation_id) references invitation (company_id, id),
  foreign key (company_id, project_id) references project (company_id, id)
);
create index invited_appointment_by_project on invited_appointment (company_id, project_id);
alter table invited_appointment enable row level security;
alter table invited_appointment force row level security;
create policy tenant on invited_appointment
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, delete on invited_appointment to visto_bueno_app;
