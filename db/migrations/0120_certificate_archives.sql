-- Archives of Constancias: those of many orders under one digest. Begun with their orders, filled some at a time, and never
-- changed once they have a digest.
create table certificate_archive (
  company_id uuid not null references company (company_id),
  id uuid not null,
  made_by uuid not null,
  begun_at timestamptz not null,
  -- True when its Constancias say whole accounts of providers.
  says_accounts boolean not null,
  -- Null, all three, until every order has its Constancia. The manifest is what the archive names, byte for byte, the digest
  -- its SHA-256.
  made_at timestamptz,
  manifest text,
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  primary key (company_id, id),
  foreign key (company_id, made_by) references member (company_id, user_id),
  check ((made_at is null) = (manifest is null) and (made_at is null) = (digest is null))
);
create index certificate_archive_by_person on certificate_archive (company_id, made_by, id desc);
alter table certificate_archive enable row level security;
alter table certificate_archive force row level security;
create policy tenant on certificate_archive
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on certificate_archive to visto_bueno_app;
grant update (made_at, manifest, digest) on certificate_archive to visto_bueno_app;

-- Orders of an archive, each with its Constancia once that is issued; left out when meanwhile none may be.
create table certificate_archive_order (
  company_id uuid not null,
  archive_id uuid not null,
  position int not null check (position > 0),
  document_id text collate "C" not null,
  certificate_id uuid,
  file_id uuid,
  is_left_out boolean not null default false,
  primary key (company_id, archive_id, position),
  unique (company_id, archive_id, document_id),
  foreign key (company_id, archive_id) references certificate_archive (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, certificate_id) references certificate (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id),
  check ((certificate_id is null) = (file_id is null) and not (is_left_out and file_id is not null))
);
create index certificate_archive_order_by_file on certificate_archive_order (company_id, file_id);
create index certificate_archive_order_by_document on certificate_archive_order (company_id, document_id);
alter table certificate_archive_order enable row level security;
alter table certificate_archive_order force row level security;
create policy tenant on certificate_archive_order
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on certificate_archive_order to visto_bueno_app;
grant update (certificate_id, file_id, is_left_out) on certificate_archive_order to visto_bueno_app;

-- Whose archive a digest is: anybody who has it may ask. Of no company, like `closing_digest`.
create table certificate_archive_digest (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  company uuid not null,
  archive uuid not null
);
grant select, insert on certificate_archive_digest to visto_bueno_app;
