-- Company sign-in: the provider of identities (OpenID Connect) by which a company's people sign in.
create table company_sign_in (
  company_id uuid not null references company (company_id),
  issuer text not null check (char_length(issuer) between 1 and 500),
  client_id text not null check (char_length(client_id) between 1 and 300),
  sealed_secret text not null,
  -- True where the provider does not say whether it has verified an address, and the company answers for it.
  trusts_addresses boolean not null default false,
  mode text not null default 'off' check (mode in ('off', 'offered', 'required')),
  -- Administrator who signed in on trial with these settings, and when; null before, and after any change of them.
  tested_by uuid,
  tested_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id),
  foreign key (company_id, tested_by) references member (company_id, user_id),
  check ((tested_by is null) = (tested_at is null))
);
alter table company_sign_in enable row level security;
alter table company_sign_in force row level security;
create policy tenant on company_sign_in
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on company_sign_in to visto_bueno_app;

-- Who somebody is at the company's provider: found by the provider's own id from the second sign-in on.
create table company_identity (
  company_id uuid not null,
  user_id uuid not null,
  issuer text not null,
  subject text collate "C" not null check (char_length(subject) between 1 and 255),
  linked_at timestamptz not null,
  primary key (company_id, user_id),
  unique (company_id, issuer, subject),
  foreign key (company_id, user_id) references member (company_id, user_id)
);
alter table company_identity enable row level security;
alter table company_identity force row level security;
create policy tenant on company_identity
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on company_identity to visto_bueno_app;

-- Domains of mail that companies say are theirs. Of no company, because whoever signs in is known by a domain alone,
-- and because a verified one belongs to one company.
create table sign_in_domain (
  company uuid not null,
  domain text collate "C" not null check (domain = lower(domain) and char_length(domain) between 3 and 253),
  -- Written into the domain's DNS by whoever controls it.
  token text not null,
  verified_at timestamptz,
  verified_by text check (verified_by in ('dns', 'platform')),
  created_at timestamptz not null,
  primary key (company, domain),
  check ((verified_at is null) = (verified_by is null))
);
create unique index sign_in_domain_verified on sign_in_domain (domain) where verified_at is not null;
grant select, insert, update, delete on sign_in_domain to visto_bueno_app;

-- Ways to a provider that browsers have begun, for some minutes. Digests alone: neither the state in the address nor the
-- browser's own secret stand here.
create table sign_in_attempt (
  state bytea not null,
  browser bytea not null,
  company uuid not null,
  issuer text not null,
  client_id text not null,
  -- Administrator who tries the settings; null for somebody who signs in.
  tested_by uuid,
  expires_at timestamptz not null,
  primary key (state)
);
create index sign_in_attempt_by_end on sign_in_attempt (expires_at);
grant select, insert, update, delete on sign_in_attempt to visto_bueno_app;

-- Company whose provider opened the session: it works in no other company and changes no credentials.
alter table session add column bound_to uuid;
