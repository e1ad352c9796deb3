-- Imports: a file's rows on their way into the company, each with what the rules say of it and what it has become.
create table import (
  company_id uuid not null references company (company_id),
  id uuid not null,
  kind text not null check (kind in ('providers', 'clients', 'people')),
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- SHA-256 of the file, by which the same file is known again.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  headings text[] not null check (cardinality(headings) between 1 and 100),
  -- Column of each field, counted from 0.
  columns jsonb not null,
  state text not null check (state in ('matching', 'checking', 'checked', 'importing', 'finished', 'undoing', 'undone')),
  rows int not null check (rows between 1 and 10000),
  -- Raised whenever other columns are chosen: what was found with the former ones does not count.
  revision int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  -- Who imported the rows, and when it began and ended; null before.
  started_by uuid,
  started_at timestamptz,
  finished_at timestamptz,
  -- Who has taken it back.
  undone_by uuid,
  primary key (company_id, id),
  foreign key (company_id, created_by) references member (company_id, user_id),
  foreign key (company_id, started_by) references member (company_id, user_id),
  foreign key (company_id, undone_by) references member (company_id, user_id)
);
create index import_by_digest on import (company_id, kind, digest);
alter table import enable row level security;
alter table import force row level security;
create policy tenant on import
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on import to visto_bueno_app;

create table import_row (
  company_id uuid not null,
  import_id uuid not null,
  -- Number of the row in the file, as a spreadsheet counts it.
  place int not null check (place > 0),
  cells text[] not null,
  state text not null default 'unchecked'
    check (state in ('unchecked', 'good', 'refused', 'waiting', 'made', 'undone', 'kept')),
  -- What is wrong with it: field (or null) and sentence.
  faults jsonb not null default '[]',
  -- What no two rows of a file may share: tax id, address, account.
  keys text[] not null default '{}',
  -- What it has become.
  made_id text,
  primary key (company_id, import_id, place),
  foreign key (company_id, import_id) references import (company_id, id) on delete cascade,
  check ((made_id is not null) = (state in ('made', 'undone', 'kept')))
);
create index import_row_by_state on import_row (company_id, import_id, state, place);
alter table import_row enable row level security;
alter table import_row force row level security;
create policy tenant on import_row
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on import_row to visto_bueno_app;

-- Imports for which the program has something to do. Of no company, like the other queues.
create table import_task (
  company uuid not null,
  import uuid not null,
  primary key (company, import)
);
grant select, insert, update, delete on import_task to visto_bueno_app;
