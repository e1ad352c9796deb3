-- API tokens of people and of services.

-- A service acts in a company and is nobody: it never signs in, and is never chosen, asked or mailed, because its account
-- and its membership are inactive for ever. Its tokens live by themselves.
alter table account
  add column is_service boolean not null default false,
  -- Personal tokens made until then are void: the account has changed hands, or may have.
  add column tokens_void_at timestamptz,
  add constraint account_service check (not is_service or (not active and password_hash is null));
grant select (is_service) on account to visto_bueno_platform;

-- Person who made the token with which a service wrote the revision: an author of it too. Null where a person wrote it.
alter table document_revision add column made_for uuid;

create table api_token (
  company_id uuid not null references company (company_id),
  id uuid not null,
  kind text not null check (kind in ('personal', 'service')),
  -- As whom it acts: a person, or the account of a service.
  user_id uuid not null,
  name text not null check (name <> '' and char_length(name) <= 60),
  -- What it is for. Never changed: another set of scopes is another token.
  scopes text[] not null check (cardinality(scopes) > 0),
  -- SHA-256 of the whole text, in base64url; the text itself is kept nowhere.
  digest text collate "C" not null check (digest ~ '^[0-9A-Za-z_-]{43}$'),
  -- Its last characters, by which its owner recognises it.
  hint text not null check (hint ~ '^[0-9A-Za-z]{6}$'),
  -- Whether whoever made it had taken the second step.
  aal text not null check (aal in ('aal1', 'aal2')),
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (company_id, id),
  unique (company_id, digest),
  foreign key (company_id, user_id) references member (company_id, user_id),
  foreign key (company_id, created_by) references member (company_id, user_id),
  constraint api_token_life check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  constraint api_token_own check (kind = 'service' or created_by = user_id),
  constraint api_token_of_service check (kind = 'personal' or not scopes && array['company:write', 'people:write',
    'permissions:write', 'orders:decide', 'payments:confirm', 'bank:write', 'flows:write', 'delegations:write',
    'closings:write'])
);
create index api_token_by_user on api_token (company_id, user_id, created_at desc);
alter table api_token enable row level security;
alter table api_token force row level security;
create policy tenant on api_token
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on api_token to visto_bueno_app;
grant update (last_used_at, revoked_at, revoked_by) on api_token to visto_bueno_app;
