-- What a member may do in every project that their role reaches; `all` stands for view, edit and admin.
create table member_permission (
  company_id uuid not null,
  user_id uuid not null,
  permission text not null check (permission in ('view', 'edit', 'approve', 'execute', 'admin', 'all')),
  primary key (company_id, user_id, permission),
  foreign key (company_id, user_id) references member (company_id, user_id)
);
alter table member_permission enable row level security;
alter table member_permission force row level security;
create policy tenant on member_permission
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

grant select, insert, delete on member_permission to visto_bueno_app;
