-- What each company's people were reminded of in the morning of a day: once, whatever the number of nodes.
create table digest (
  company_id uuid not null references company (company_id),
  day date not null,
  mails int not null check (mails >= 0),
  created_at timestamptz not null,
  primary key (company_id, day)
);

-- That an order waits too long is told once.
create table escalation (
  company_id uuid not null,
  document_id text not null collate "C",
  told_at timestamptz not null,
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references document (company_id, id)
);

do $$
declare name text;
begin
  foreach name in array array['digest', 'escalation'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;

grant select, insert, update on digest to visto_bueno_app;
grant select, insert on escalation to visto_bueno_app;

-- Which mails about what waits a person does without, in a company.
alter table member add column muted_mails text[] not null default '{}';
